import Platform

/// Access to the stored bytes of a log, in a file or in a tar, even if it is damaged.
package enum LogBytes {
  package static func count(ofLogAt path: String) throws(LogReaderError) -> UInt64 {
    try LogLocation(ofLogAt: path).length
  }

  /// Reads a log. `options` have the coding with which a decompressed log gets its members again.
  package static func read(
    path: String, options: LogReaderOptions
  ) throws(LogReaderError) -> [UInt8] {
    var source = try LogReader.open(path, options)
    if source.isRepacked,
      let repacked = options.payloads.flatMap({ RepackedLog(source, payloads: $0) })
    {
      source = source.with(repacked.file)
    }
    do throws(SystemError) {
      return try source.fileBytes(at: 0, count: Int(clamping: source.fileLength))
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
  }
}
