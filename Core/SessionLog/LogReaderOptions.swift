/// What a reader accepts.
package struct LogReaderOptions: Sendable {
  /// The longest payload that is inflated, in bytes; 32 MiB.
  package var maximumBlockLength: Int
  /// The entries of the header's `requires` that the caller knows how to read.
  package var supportedFeatures: [String]

  /// Takes the defaults where nothing is given.
  package init(maximumBlockLength: Int = 32 << 20, supportedFeatures: [String] = []) {
    self.maximumBlockLength = maximumBlockLength
    self.supportedFeatures = supportedFeatures
  }
}
