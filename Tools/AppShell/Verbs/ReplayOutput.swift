import ComposableArchitecture
import Foundation
import SessionLog
import SessionReplay
import SessionReports

/// The results of replays, taken down while they come, and printed in the forms that are wanted.
///
/// The lines of single logs are spooled, so that those of many do not fill the memory.
@MainActor
final class ReplayOutput {
  /// The path that stands for standard output.
  nonisolated static let standardOutput = "-"

  /// In which forms results are printed.
  struct Forms {
    var json = false
    /// Where JUnit XML is written, if it is.
    var junit: String?
    var isVerbose = false

    /// Whether a document for another program has standard output for itself.
    var hasDocument: Bool { json || junit == ReplayOutput.standardOutput }
  }

  /// What is to be said of all of them together.
  private(set) var overview = ReplayOverview()

  private let forms: Forms
  private let junitReport: JUnitReport
  private var elements: SpoolFile
  private var testCases: SpoolFile

  /// Prepares to print results under the name of an app.
  init(_ forms: Forms, app: String) {
    self.forms = forms
    junitReport = JUnitReport(name: app)
    let folder = FileManager.default.temporaryDirectory.path
    elements = SpoolFile(in: folder)
    testCases = SpoolFile(in: folder)
  }

  /// Takes down what came of a log.
  func add(_ report: ReplayReport) {
    overview.add(report)
    if forms.json {
      if elements.count > 0 { elements.append(CollectionOfOne(UInt8(ascii: ","))) }
      elements.append(ReplayResults.element(report).utf8)
    }
    if forms.junit != nil { testCases.append(junitReport.testCase(report).utf8) }
  }

  /// Notes how many logs are left out, as the replay stopped before them.
  func leaveOut(_ count: Int) {
    overview.leftOut = count
  }

  /// Prints the results; returns the exit code, another than that of the results if it fails.
  func finish<App>(_ code: Int32, in shell: Shell<App>, _ style: OutputStyle) -> Int32 {
    let output = shell.console.output
    if forms.json {
      let frame = ReplayResults(overview, exitCode: code).frame
      output.text(frame.opening)
      elements.forEachPiece { output.text($0) }
      output.line(frame.closing)
    } else if !forms.hasDocument {
      let text = ReplayText(paint: style.paint, isVerbose: forms.isVerbose)
      for line in text.lines(for: overview) { output.line(line) }
    }
    if shell.environment.variables["GITHUB_ACTIONS"] == "true" {
      // GitHub reads both; a document for another program has nothing else in it.
      let sink = forms.hasDocument ? shell.console.errors : output
      for line in GitHubAnnotations(overview).lines { sink.line(line) }
    }
    return writeJUnit(shell) ?? code
  }

  /// Writes results for a CI server; the exit code if that fails.
  private func writeJUnit<App>(_ shell: Shell<App>) -> Int32? {
    guard let path = forms.junit else { return nil }
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
      shell.complain(
        "'\(path.visible)' cannot be written: \(error). Give another path with --junit.")
      return ExitCode.failure
    }
  }

  /// The exit code if no file can be written to a path, before the work is done for nothing.
  static func refusal<App>(
    of path: String?, _ option: String, _ shell: Shell<App>
  ) -> Int32? {
    guard let path, path != standardOutput else { return nil }
    do throws(SystemFailure) {
      try FileBytes.checkWritable(path)
      return nil
    } catch {
      shell.complain(
        "'\(path.visible)' is not written: \(error). Give another path with \(option).")
      return ExitCode.usage
    }
  }
}

extension SpoolFile {
  private static var pieceLength: Int { 256 << 10 }

  /// Hands on all bytes, a piece at a time.
  fileprivate func forEachBytes(_ body: ([UInt8]) -> Void) {
    var offset: UInt64 = 0
    while offset < count {
      let bytes = read(at: offset, count: Self.pieceLength)
      body(bytes)
      offset += UInt64(bytes.count)
    }
  }

  /// Hands on all of the text, a piece at a time, none of which ends within a character.
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
