/// Access to the stored bytes of a log, in a file or in a tar, even if it is damaged.
package enum LogBytes {
  package static func count(ofLogAt path: String) throws(LogReaderError) -> UInt64 {
    try LogLocation(ofLogAt: path).length
  }

  package static func read(path: String) throws(LogReaderError) -> [UInt8] {
    let location = try LogLocation(ofLogAt: path)
    do throws(SystemError) {
      return try location.file.read(
        at: location.archiveStart ?? 0, count: Int(clamping: location.length))
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
  }
}
