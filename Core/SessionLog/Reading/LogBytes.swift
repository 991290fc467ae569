/// The bytes of a log as they are in its file or in a tar, whole or not.
package enum LogBytes {
  /// Returns the length of a log in bytes.
  package static func count(ofLogAt path: String) throws(LogReaderError) -> UInt64 {
    try LogLocation(path: path).length
  }

  /// Reads a log.
  package static func read(path: String) throws(LogReaderError) -> [UInt8] {
    let location = try LogLocation(path: path)
    do throws(SystemError) {
      return try location.file.read(
        at: location.archiveStart ?? 0, count: Int(clamping: location.length))
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
  }
}
