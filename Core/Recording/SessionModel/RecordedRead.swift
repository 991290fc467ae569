/// A value that a reducer read, as stored in a log.
package struct RecordedRead: Codable, Hashable, Sendable {
  /// The index of the dependency in the header's list.
  package let dependency: Int
  package let bytes: [UInt8]

  package init(dependency: Int, bytes: [UInt8]) {
    self.dependency = dependency
    self.bytes = bytes
  }
}
