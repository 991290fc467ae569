package import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import SessionDocument
import SessionLog
import PageServer
import SessionReplay
import SessionReports

package struct ReportVerb: ShellVerb {
  /// The maximum total size of the logs in a page. Further logs are shown with their results only.
  private static let maxLogBytes: UInt64 = 16 << 20

  package static let name = "report"
  package static let summary = "create an HTML page that shows logs"
  package static let operand: VerbOperand<Self>? = .paths("[PATH…]", .log, \.paths)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the file to write", \.output),
    .number(
      "screens", takes: "N", in: 0...1_000_000,
      "maximum number of drawn screens per log (default: 2000)", \.screens),
    .flag(
      "effects", "also run the effects of logs that have their calls, and verify them",
      \.runsEffects),
    .flag("svg", "write an SVG drawing of a log instead of a page", \.isDrawing),
    .number("from", takes: "A", in: 1...UInt64.max, "with --svg: start with step A", \.from),
    .number("to", takes: "B", in: 1...UInt64.max, "with --svg: end with step B", \.to),
    .flag("force", "replace an existing file", \.force),
    .flag("json", "print one JSON object about the file", \.json),
  ]
  package static let details = """
    The page is a single file that needs no network and sends no data. It contains the
    logs and reads them in the browser: the steps with their causes, the state after each
    step, the changes, and the history of every value. Logs of this app are replayed; the
    page of a log that fails opens at the first differing step, with the expected and the
    actual values side by side.

    With --effects, effects are verified as by 'replay --effects'. The page then shows the
    call that differs next to the recorded one, and the effects that could not be verified
    with the reasons.

    A folder means all '.reprise' files under it. A page of several logs begins with an
    overview: groups of failures, a list of the logs with a filter, the slowest and largest
    logs, and their coverage.
    Without a PATH, the page shows logs that are dropped on it.

    The app's screens are drawn from the recorded states, up to the step that differs, or
    otherwise the last ones.

    With --svg, the file is a drawing of a log for documents: a lane for each feature, its
    steps from left to right, and arrows from a step to those that its effects sent. A
    drawing is limited to 500 steps.

    For an unfinished log, LOG.partial, the page includes the steps in
    LOG.partial.journal.

    The page contains the data of its logs: share it only with people who may see them.

    With --json: {"path", "logs", "bytes", "verdict"?}.
    """
  package static let exitCodes = [
    ExitMeaning(0, means: "the page was written, whatever the verdicts"),
    ExitMeaning(ExitCode.usage, means: "invalid command line, or FILE exists"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "no file is a log; no page is written"),
    ExitMeaning(ExitCode.failure, means: "writing failed"),
  ]
  package static let examples = ["report s.reprise -o s.html"]

  package var paths: [String] = []
  package var output = ""
  package var runsEffects = false
  package var isDrawing = false
  package var from: UInt64?
  package var to: UInt64?
  package var screens: Int?
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    try ShowVerb.checkRange(from: from, to: to)
    if runsEffects, paths.isEmpty {
      throw .missingOperand("the LOG whose effects to verify", of: Self.name)
    }
    guard isDrawing else {
      if from != nil || to != nil { throw .missingOption("--svg", of: "--from and --to") }
      return
    }
    if paths.isEmpty { throw .missingOperand("the LOG to draw", of: Self.name) }
    if paths.count > 1 { throw .extraOperand(paths[1], of: Self.name) }
    if screens != nil { throw .conflict("--svg", "--screens") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    if let code = shell.refusal(toReplace: output, force: force) { return code }
    guard !paths.isEmpty else {
      return write(SessionPage(title: "Sessions", data: []).html, logs: 0, nil, to: output, shell)
    }
    guard let corpus = shell.corpus(at: paths) else { return ExitCode.usage }
    if isDrawing { return await draw(corpus, to: output, shell) }
    let replays = await LogReplays(of: corpus, runsEffects: runsEffects, in: shell)
    if let message = replays.unreadableMessage { shell.printError(message) }
    if let code = replays.refusal { return code }
    reportUnverified(replays, shell)
    let page = page(of: replays, shell)
    return write(
      page.html, logs: replays.reports.count, replays.overview.verdict, to: output, shell)
  }

  @MainActor
  private func page<App>(of replays: LogReplays, _ shell: Shell<App>) -> SessionPage {
    var logs = zip(replays.names, zip(replays.reports, replays.sizes)).map { name, log in
      PageReport.Log(name: name, bytes: log.1, report: log.0)
    }
    var data: [SessionPage.Data] = []
    var remainingBytes = Self.maxLogBytes
    for index in replays.order {
      // The first log is always included, because a page without a log shows nothing.
      guard data.isEmpty || replays.sizes[index] <= remainingBytes,
        let bytes = bytes(ofLogAt: logs[index].path)
      else { continue }
      remainingBytes -= min(remainingBytes, UInt64(bytes.count))
      let id = "log-\(index)"
      logs[index].log = id
      data.append(.bytes(bytes, id: id))
      if let screens = drawn(replays.reports[index], shell) {
        let id = "screens-\(index)"
        logs[index].screens = id
        data.append(.bytes(screens, id: id))
      }
    }
    for report in replays.reports where report.isEmpty { shell.reportEmptySession(at: report.path) }
    let omittedCount = logs.count { $0.log == nil }
    if omittedCount > 0 {
      shell.printError(
        "\(omittedCount) of \(UInt64(logs.count).counted("log")) are shown without their steps, "
          + "because a page is limited to \(Self.maxLogBytes >> 20) MiB of logs; give fewer paths"
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

  /// Reports logs without verified effects, if effects were requested.
  @MainActor
  func reportUnverified<App>(_ replays: LogReplays, _ shell: Shell<App>) {
    if let message = replays.unverifiedMessage { shell.printError(message) }
  }

  /// For an unfinished log, builds a complete one from the file and its journal.
  private func bytes(ofLogAt path: String) -> [UInt8]? {
    // Complete logs have no journal and don't have to be read again.
    if FileManager.default.fileExists(atPath: LogFile.journalPath(forPartial: path)),
      let reader = try? LogReader(path: path, options: .session), reader.endsInJournal,
      let folder = try? ScratchFolder(),
      case let log = "\(folder.path)/session.reprise",
      (try? recoverLog(from: path, to: log, overwrite: false, readerOptions: .session)) != nil,
      let bytes = try? LogBytes.read(path: log, options: .session)
    {
      return bytes
    }
    return try? LogBytes.read(path: path, options: .session)
  }

  /// Returns the compressed screens of the app at the steps of a log; `nil` if there are none.
  @MainActor
  private func drawn<App>(_ report: ReplayReport, _ shell: Shell<App>) -> [UInt8]? {
    // Include some steps after the differing step.
    PageScreens.drawn(
      App.self, ofLogAt: report.path, upTo: screens ?? 2000,
      through: report.verdict.divergence.map { $0.step + 20 })?.compressed
  }

  @MainActor
  func write<App>(
    _ bytes: [UInt8], logs: Int, _ verdict: String?, to file: String, _ shell: Shell<App>
  ) -> Int32 {
    do throws(SystemFailure) {
      try FileBytes.replace(file, with: bytes, through: FileBytes.temporary(for: file))
    } catch {
      shell.printError("cannot write '\(file.visible)': \(error). Give another path with -o.")
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

private struct WrittenPage: Encodable {
  let path: String
  let logs: Int
  let bytes: UInt64
  /// The worst verdict; `nil` without a log.
  let verdict: String?
}
