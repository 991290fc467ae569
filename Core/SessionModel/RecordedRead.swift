/// A value that a reducer read, as it stands in a log.
package struct RecordedRead: Hashable, Sendable {
  /// The index of the dependency in the header's list.
  package let dependency: Int
  /// The value's bytes.
  package let bytes: [UInt8]

  /// Describes a value by its bytes.
  package init(dependency: Int, bytes: [UInt8]) {
    self.dependency = dependency
    self.bytes = bytes
  }
}
