import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import SessionReplay
import SessionReports

/// Collects the results of replays, spooled to temporary files to limit memory use.
@MainActor
final class ReplayOutput {
  /// The path that means standard output.
  nonisolated static let standardOutput = "-"

  struct Formats {
    var json = false
    var junit: String?
    var isVerbose = false

    /// Whether standard output contains only a document for another program.
    var hasDocument: Bool { json || junit == ReplayOutput.standardOutput }
  }

  private(set) var overview = ReplayOverview()

  private let formats: Formats
  private let junitReport: JUnitReport
  private var elements: SpoolFile
  private var testCases: SpoolFile

  init(_ formats: Formats, app: String) {
    self.formats = formats
    junitReport = JUnitReport(name: app)
    let folder = FileManager.default.temporaryDirectory.path
    elements = SpoolFile(in: folder)
    testCases = SpoolFile(in: folder)
  }

  func add(_ report: ReplayReport) {
    overview.add(report)
    if formats.json {
      if elements.count > 0 { elements.append(CollectionOfOne(UInt8(ascii: ","))) }
      elements.append(ReplayResults.element(report).utf8)
    }
    if formats.junit != nil { testCases.append(junitReport.testCase(report).utf8) }
  }

  /// Records the number of logs that were not replayed because the replay stopped.
  func skip(_ count: Int) {
    overview.leftOut = count
  }

  /// Prints the results. Returns the given exit code, or a failure's code if printing fails.
  func finish<App>(_ code: Int32, in shell: Shell<App>, _ style: OutputStyle) -> Int32 {
    let output = shell.console.output
    if formats.json {
      let frame = ReplayResults(overview, exitCode: code).frame
      output.text(frame.opening)
      elements.forEachPiece { output.text($0) }
      output.line(frame.closing)
    } else if !formats.hasDocument {
      let text = ReplayText(paint: style.paint, isVerbose: formats.isVerbose)
      for line in text.lines(for: overview) { output.line(line) }
    }
    if shell.environment.variables["GITHUB_ACTIONS"] == "true" {
      // GitHub reads both outputs. A document for a program must contain nothing else.
      let sink = formats.hasDocument ? shell.console.errors : output
      for line in GitHubAnnotations(overview).lines { sink.line(line) }
    }
    return writeJUnit(shell) ?? code
  }

  /// Writes JUnit XML, if requested. Returns the exit code if that fails.
  private func writeJUnit<App>(_ shell: Shell<App>) -> Int32? {
    guard let path = formats.junit else { return nil }
    let frame = junitReport.frame(overview.tally)
    guard path != Self.standardOutput else {
      let output = shell.console.output
      output.text(frame.opening)
      testCases.forEachPiece { output.text($0) }
      output.text(frame.closing)
      return nil
    }
    do throws(SystemFailure) {
      try FileBytes.replace(path, through: FileBytes.temporary(for: path), shared: true) {
        (write) throws(SystemFailure) in
        try write(Array(frame.opening.utf8))
        var failure: SystemFailure?
        testCases.forEachBytes { bytes in
          guard failure == nil else { return }
          do throws(SystemFailure) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try write(Array(frame.closing.utf8))
      }
      return nil
    } catch {
      shell.printError(
        "cannot write '\(path.visible)': \(error). Give another path with --junit.")
      return ExitCode.failure
    }
  }

  /// Returns an exit code if a path isn't writable. Checked before the replay.
  static func refusal<App>(
    of path: String?, _ option: String, _ shell: Shell<App>
  ) -> Int32? {
    guard let path, path != standardOutput else { return nil }
    do throws(SystemFailure) {
      try FileBytes.checkWritable(path)
      return nil
    } catch {
      shell.printError(
        "cannot write '\(path.visible)': \(error). Give another path with \(option).")
      return ExitCode.usage
    }
  }
}

extension SpoolFile {
  private static var pieceLength: Int { 256 << 10 }

  /// Calls a function with all bytes in pieces.
  fileprivate func forEachBytes(_ body: ([UInt8]) -> Void) {
    var offset: UInt64 = 0
    while offset < count {
      let bytes = read(at: offset, count: Self.pieceLength)
      body(bytes)
      offset += UInt64(bytes.count)
    }
  }

  /// Calls a function with the text in pieces. No piece ends within a Unicode scalar.
  fileprivate func forEachPiece(_ body: (String) -> Void) {
    var rest: [UInt8] = []
    forEachBytes { bytes in
      rest += bytes
      let end = rest.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      body(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeFirst(end)
    }
    body(String(decoding: rest, as: UTF8.self))
  }
}
