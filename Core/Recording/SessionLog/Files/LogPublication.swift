#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Renames a whole log to its final name, replacing an existing log if `overwrite` is `true`.
///
/// The owner and the mode of a replaced log are kept. On failure, both logs remain as they are.
package func publishLog(
  at path: String, as name: String, overwrite: Bool
) throws(LogWriterError) {
  try LogFile.checkFree(name, overwrite: overwrite)
  do throws(SystemError) {
    let file = LogFile(
      path: path, descriptor: try Descriptor(opening: path, flags: O_RDWR | O_NOFOLLOW),
      operations: .system)
    try file.publish(as: name)
  } catch {
    throw .cannotCreate(path: name, code: error.code)
  }
}
