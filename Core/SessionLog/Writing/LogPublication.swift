#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gives a whole log its final name, under which another log may be replaced.
///
/// The log takes owner and mode of one that it replaces. If that fails, both stay as they are.
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
