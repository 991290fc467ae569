import ComposableArchitecture
import Foundation
import SessionLog
import SessionPage
import SessionReplay
import SessionReports

/// Makes a page for the browser of logs and of what came of their replays.
package struct ReportVerb: Verb {
  /// Logs are put into the page up to so many bytes; of others there is the result alone.
  private static let mostLogBytes: UInt64 = 16 << 20

  package static let name = "report"
  package static let summary = "make a page for the browser that shows logs"
  package static let operand: VerbOperand<Self>? = .paths("[PATH…]", .log, \.paths)
  package static let options: [VerbOption<Self>] = [
    .path("output", short: "o", takes: "FILE", "write the page to FILE", \.output),
    .number(
      "screens", takes: "N", in: 0...1_000_000,
      "draw the app's screen at N steps of a log at most; 2000", \.screens),
    .flag("svg", "draw the steps of one log as SVG, not a page", \.isDrawing),
    .number("from", takes: "A", in: 1...UInt64.max, "with --svg: begin with step A", \.from),
    .number("to", takes: "B", in: 1...UInt64.max, "with --svg: end with step B", \.to),
    .flag("force", "replace an existing file", \.force),
    .flag("json", "print one JSON object about the file", \.json),
  ]
  package static let details = """
    The page is one file that needs no network and sends nothing anywhere. It reads the
    logs, which are in it, in the browser: the steps with what caused them, the state after
    each, what changed, and the life of every value. Logs of this app are replayed; a page
    of one that fails opens at the step that differs, with expected and actual side by
    side.

    A PATH that is a folder means all '.reprise' files under it. A page of several logs
    begins with an overview: groups of failures, the slowest and largest logs, and what
    they exercise. Without a PATH the page shows logs that are dropped on it.

    The app's screens are drawn from the recorded states, up to the step that differs, or
    else the last ones.

    With --svg the file is a drawing of one log for documents: a lane for each feature, its
    steps from left to right, and arrows from a step to those that its effects sent. It has
    room for 500 steps.

    Of an unfinished log, LOG.partial, the steps in LOG.partial.journal are in the page too.

    The page holds what the logs hold: give it only to those who may see these.

    With --json: {"path", "logs", "bytes", "verdict"?}.
    """
  package static let exitCodes = [
    ExitMeaning(0, means: "the page was written, whatever the verdicts"),
    ExitMeaning(ExitCode.usage, means: "the command line is wrong, or FILE exists"),
    ExitMeaning(ExitCode.failure, means: "writing failed"),
  ]
  package static let examples = ["report s.reprise -o s.html"]

  package var paths: [String] = []
  package var output: String?
  /// Whether a drawing is made, and not a page.
  package var isDrawing = false
  package var from: UInt64?
  package var to: UInt64?
  /// At how many steps of a log the app's screen is drawn at most.
  package var screens: Int?
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if output == nil { throw .missingOption("-o FILE", of: Self.name) }
    try ShowVerb.checkRange(from: from, to: to)
    guard isDrawing else {
      if from != nil || to != nil { throw .missingOption("--svg", of: "--from and --to") }
      return
    }
    if paths.isEmpty { throw .missingOperand("the LOG to draw", of: Self.name) }
    if paths.count > 1 { throw .extraOperand(paths[1], of: Self.name) }
    if screens != nil { throw .conflict("--svg", "--screens") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let output = output ?? ""
    if let code = shell.refusal(toReplace: output, force: force) { return code }
    guard !paths.isEmpty else {
      return write(SessionPage(title: "Sessions", data: []).html, logs: 0, nil, to: output, shell)
    }
    guard let corpus = shell.corpus(at: paths) else { return ExitCode.usage }
    if isDrawing { return draw(corpus, to: output, shell) }
    let replays = LogReplays(of: corpus, in: shell)
    let page = page(of: replays, shell)
    return write(
      page.html, logs: replays.reports.count, replays.overview.verdict, to: output, shell)
  }

  /// The page of logs that were replayed.
  @MainActor
  private func page<App>(of replays: LogReplays, _ shell: Shell<App>) -> SessionPage {
    var logs = zip(replays.names, zip(replays.reports, replays.sizes)).map { name, log in
      PageReport.Log(name: name, bytes: log.1, report: log.0)
    }
    var data: [SessionPage.Data] = []
    var left = Self.mostLogBytes
    for index in replays.order {
      // The first is there in any case, as a page without a log shows nothing.
      guard data.isEmpty || replays.sizes[index] <= left,
        let bytes = bytes(ofLogAt: logs[index].path)
      else { continue }
      left -= min(left, UInt64(bytes.count))
      let id = "log-\(index)"
      logs[index].log = id
      data.append(.bytes(bytes, id: id))
      if let screens = drawn(replays.reports[index], shell) {
        let id = "screens-\(index)"
        logs[index].screens = id
        data.append(.bytes(screens, id: id))
      }
    }
    for report in replays.reports where report.isEmpty { shell.tellOfEmptySession(at: report.path) }
    let leftOut = logs.count { $0.log == nil }
    if leftOut > 0 {
      shell.complain(
        "\(UInt64(leftOut).counted("log")) of \(logs.count) are in the page with their results only, as "
          + "it has room for \(Self.mostLogBytes >> 20) MiB of logs; give fewer paths to see their steps"
      )
    }
    let title = logs.count == 1 ? logs[0].name : "\(App.name): \(logs.count) sessions"
    let report = PageReport(
      title: title, program: "\(App.name) \(App.version)", logs: logs,
      overview: logs.count == 1
        ? nil
        : PageOverview(
          replays.reports, sizes: replays.sizes, names: replays.names, coverage: replays.coverage))
    return SessionPage(
      title: title, data: [.json(JSONText.line(report), id: "report")] + data)
  }

  /// The bytes of a log; of one that was cut off, those of a whole log with the steps of its journal.
  private func bytes(ofLogAt path: String) -> [UInt8]? {
    // Whole logs have no journal, and need not be read once more.
    if FileManager.default.fileExists(atPath: LogFormat.journalPath(forPartial: path)),
      let reader = try? LogReader(path: path, options: .session), reader.endsInJournal,
      let folder = try? TemporaryRecording(),
      (try? recoverLog(
        from: path, to: folder.log, overwrite: false, readerOptions: .session)) != nil,
      let bytes = try? LogBytes.read(path: folder.log)
    {
      return bytes
    }
    return try? LogBytes.read(path: path)
  }

  /// The app's screens at the steps of a log, compressed; `nil` where there are none.
  @MainActor
  private func drawn<App>(_ report: ReplayReport, _ shell: Shell<App>) -> [UInt8]? {
    PageScreens.drawn(
      App.self, ofLogAt: report.path, upTo: screens ?? 2000,
      before: report.verdict.divergence?.step)?.compressed
  }

  /// Writes the file and tells of it.
  @MainActor
  func write<App>(
    _ bytes: [UInt8], logs: Int, _ verdict: String?, to file: String, _ shell: Shell<App>
  ) -> Int32 {
    do throws(SystemFailure) {
      try FileBytes.replace(file, with: bytes, through: FileBytes.temporary(for: file))
    } catch {
      shell.complain("'\(file.visible)' cannot be written: \(error). Give another path with -o.")
      return ExitCode.failure
    }
    let output = shell.console.output
    if json {
      output.line(
        JSONText.line(
          WrittenPage(path: file, logs: logs, bytes: UInt64(bytes.count), verdict: verdict)))
    } else {
      let subject =
        logs == 0
        ? "a page for any log"
        : "a \(isDrawing ? "drawing" : "page") of \(UInt64(logs).counted("log"))"
      output.line("\(file.visible): \(subject) (\(bytes.count) bytes)")
    }
    return 0
  }
}

/// The object that `report --json` prints.
private struct WrittenPage: Encodable {
  let path: String
  let logs: Int
  let bytes: UInt64
  /// The worst of the replays; `nil` without a log.
  let verdict: String?
}
