package import SessionLog
import SessionDocument
import SessionReplay
import SessionReports

/// Exports a log as lines.
package func exportedLines(of path: String) throws -> [[UInt8]] {
  var export = try SessionExport(try SessionReader(path: path))
  var lines: [[UInt8]] = []
  while let line = try export.nextLine() { lines.append(line) }
  return lines
}

/// Imports lines as a log.
@discardableResult
package func importLog(_ lines: [[UInt8]], to path: String) throws -> LogSummary {
  guard let first = lines.first else { throw SessionImportError.empty }
  let log = try SessionImport(header: first, to: path, overwrite: true)
  do {
    for (index, line) in lines.dropFirst().enumerated() { try log.add(line, number: index + 2) }
    return try log.finish()
  } catch {
    log.discard()
    throw error
  }
}

/// Returns whether a log that is exported and imported exports the same lines again.
package func isLossless(_ path: String, to copy: String) throws -> Bool {
  let lines = try exportedLines(of: path)
  try importLog(lines, to: copy)
  return try exportedLines(of: copy) == lines
}
