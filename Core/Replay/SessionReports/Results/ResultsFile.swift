import Foundation
import Platform
package import ReplayCorpus
import SessionDocument
import SessionLog
package import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A results file, to which a replay appends a line for each finished log.
///
/// A restarted task resumes from the file. It keeps the results of unchanged logs, except crashes
/// and internal errors, and replays all other logs.
package final class ResultsFile: ReportMemory {
  package var knownCount: Int { known.count }
  package private(set) var failure: ResultsError?

  private let path: String
  private let list: PathList
  private var file: FileHandle
  /// The byte ranges of known results, by the position of the log in the list.
  private var known: [Int: Range<UInt64>] = [:]
  private var written: ResultsLines?

  /// Creates or opens the results file of a replay.
  package init(
    path: String, app: String, executable: String, options: [String], shard: Shard?,
    list: PathList
  ) throws(ResultsError) {
    self.path = path
    self.list = list
    let header = ResultsHeader(
      app: app, executable: executable, options: options, shard: shard, logs: list.count)
    try Self.checkUnused(path)
    let earlier = try Self.earlier(path, header)
    let temporary = "\(path).new"
    file = try Self.create(temporary)
    flock(file.fileDescriptor, LOCK_EX | LOCK_NB)
    do throws(ResultsError) {
      try write(JSONText.line(header))
      if let earlier { try takeOver(earlier) }
      guard rename(temporary, path) == 0 else { throw .notWritten(path, code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    if !known.isEmpty { written = try ResultsLines(of: path) }
  }

  package func report(ofLogAt index: Int, _ path: String) -> ReplayReport? {
    guard let range = known[index] else { return nil }
    return try? written?.line(in: range).report
  }

  package func note(_ report: ReplayReport, at index: Int) {
    guard failure == nil, let stamp = LogStamp(of: report.path) else { return }
    do throws(ResultsError) {
      try write(ResultsLine.text(report, position: list.ordinal(at: index), stamp))
    } catch {
      failure = error
    }
  }

  /// Waits until all lines have reached the disk.
  package func finish() throws(ResultsError) {
    if let failure { throw failure }
    do { try file.synchronize() } catch { throw .notWritten(path, code: errno) }
  }
}

extension ResultsFile {
  /// Returns the results of a previous run. Throws if they belong to a different replay or shard.
  private static func earlier(
    _ path: String, _ header: ResultsHeader
  ) throws(ResultsError) -> ResultsLines? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let earlier = try ResultsLines(of: path)
    if let difference = header.difference(from: earlier.header) {
      throw .otherReplay(path, difference)
    }
    guard header.shard == earlier.header.shard else {
      throw .otherReplay(path, "of shard \(earlier.header.shard), and not of \(header.shard)")
    }
    return earlier
  }

  /// Throws if a different task is writing the file. A task locks its file until it ends.
  private static func checkUnused(_ path: String) throws(ResultsError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Other errors are ignored: some file systems don't support locks.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path) }
  }

  private static func create(_ path: String) throws(ResultsError) -> FileHandle {
    unlink(path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .notWritten(path, code: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private func takeOver(_ earlier: ResultsLines) throws(ResultsError) {
    var lines: [String: ResultsLine] = [:]
    try earlier.forEach { line, _ in lines[line.log] = line }
    guard !lines.isEmpty else { return }
    for index in list.indices {
      let log = list[index]
      // A scheduler may kill workers before their task, which looks like a crash of the app.
      guard let line = lines[log], ![.failed, .crashed].contains(line.report.verdict.kind),
        LogStamp(of: log) == LogStamp(bytes: line.bytes, modified: line.modified)
      else { continue }
      let start = file.offsetInFile
      try write(
        ResultsLine.text(
          line.report, position: list.ordinal(at: index),
          LogStamp(bytes: line.bytes, modified: line.modified)))
      known[index] = start..<file.offsetInFile
    }
  }

  /// Writes a line with one call; an interrupted line lacks its newline, and readers skip it.
  private func write(_ line: String) throws(ResultsError) {
    do { try file.write(contentsOf: Data((line + "\n").utf8)) } catch {
      throw .notWritten(path, code: errno)
    }
  }
}

package enum ResultsError: Error, Equatable, Sendable {
  /// The file could not be read, for the reason given by an `errno` code.
  case unreadable(String, code: Int32)
  /// The file could not be written, for the reason given by an `errno` code.
  case notWritten(String, code: Int32)
  case inUse(String)
  case notResults(String)
  /// The file has a format version that this program doesn't know.
  case newerFormat(String, Int)
  /// A line of the file cannot be read.
  case badLine(String, line: Int)
  /// The file belongs to a different replay; the second string describes the difference.
  case otherReplay(String, String)
}

extension ResultsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let code):
      "'\(path)' cannot be read: \(SystemError.text(for: code))"
    case .notWritten(let path, let code):
      "'\(path)' cannot be written: \(SystemError.text(for: code)). Give another path with "
        + "--results."
    case .inUse(let path):
      "another task is writing '\(path)'; give each task a path of its own"
    case .notResults(let path):
      "'\(path)' is not a results file, and was not changed; give another path"
    case .newerFormat(let path, let version):
      "'\(path)' has results of format \(version), and this program reads "
        + "\(ResultsHeader.formatVersion); use the program that wrote it"
    case .badLine(let path, let line):
      "line \(line) of '\(path)' cannot be read; remove the file and restart its task"
    case .otherReplay(let path, let difference):
      "'\(path)' has results \(difference); give another path, or remove the file"
    }
  }
}
