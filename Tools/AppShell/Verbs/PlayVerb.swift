package import CommandLineKit
import ComposableArchitecture
import Platform
import RecordCoding
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports
import TerminalApp

/// Shows the steps of a log: on the full screen at a terminal, otherwise as lines with their
/// original timing. Needs no code of the app.
package struct PlayVerb: ShellVerb {
  /// The maximum pause between steps at speed 1, in milliseconds: a day.
  private static let maxPause: UInt64 = 86_400_000

  package static let name = "play"
  package static let summary = "step through a log, or print it with its original timing"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to play", \.log)
  package static let options: [VerbOption<Self>] = [
    .value(
      "speed", takes: "N", expected: "a number from 0.01 to 1000",
      "playback speed, such as 2 or 0.5 (default: 1)", \.speed, read: speed(in:)),
    .number("from", takes: "A", in: 1...UInt64.max, "start with step A", \.from),
    .number("to", takes: "B", in: 1...UInt64.max, "end with step B", \.to),
    .flag("calls", "show the calls that effects made of dependencies", \.showsCalls),
  ]
  package static let details = """
    At a terminal, the log is shown on the full screen: a list of its steps, the state
    after the selected step, its changes, and the app's screen if the log is of this app.
    The log is also replayed, and both states are shown after a divergence. '?' lists the
    keys. --from selects a step, and playing ends after --to. Steps of a log that is
    being written are added to the list, and the log is replayed once it is complete.

    In a pipe, each step is printed at its recorded time: the minutes, seconds and
    milliseconds since the first step, and then the line that 'show' prints. With --calls,
    the calls of the step's effects follow it. On the full screen, 'e' and 'E' unfold calls.
    """
  package static let exitCodes = [
    ExitMeaning.success, .usage, .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "the log is damaged; its intact steps were played"),
  ]
  package static let examples = ["play s.reprise --speed 2"]

  package var log = ""
  /// The factor by which playing is faster than the recording; 1 if `nil`.
  package var speed: Double?
  package var from: UInt64?
  package var to: UInt64?
  package var showsCalls = false

  package init() {}

  package func validate() throws(UsageError) {
    try ShowVerb.checkRange(from: from, to: to)
  }

  /// Parses a speed such as `2` or `0.5`.
  private static func speed(in text: String) -> Double? {
    // Unlike the standard library, rejects exponents, signs and words.
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, let speed = Double(text), (0.01...1000).contains(speed) else { return nil }
    return speed
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    let console = shell.console
    do throws(SessionReadError) {
      // The log of a running session has a temporary name until it is complete.
      let path = FileBytes.size(of: log) == nil ? ReplayVerb.file(of: log) : log
      let reader = try shell.session(at: path)
      if let text = ShowVerb.missingSteps(from: from, to: to, in: reader.log) {
        shell.printError("'\(log.visible)' \(text)")
        return ExitCode.usage
      }
      if shell.lineModeReason(isScripted: false) == nil,
        let code = await showPlayer(of: reader, in: shell, style)
      {
        return code
      }
      let header = reader.header
      let lines = StepLine(
        schema: header.schema, action: header.action, paint: style.paint, width: nil)
      var entries = try SessionEntries(reader, after: (from ?? 1) - 1, shortensUUIDs: true)
      var texts = ActionTexts()
      let calls =
        showsCalls ? ShowVerb.Calls(reader, width: nil, isVerbose: false) : nil
      var time = Duration.zero
      while entries.number < to ?? .max, console.output.health == .open {
        guard let step = try entries.next() else { break }
        let pause = Duration.milliseconds(
          Int64(clamping: Swift.min(step.elapsedMilliseconds, Self.maxPause)))
        await wait(pause / (speed ?? 1))
        time += pause
        let line = lines.text(
          of: step, changes: entries.merged(entries.changes() ?? []),
          shortening: entries.shortUUIDs,
          keeping: &texts)
        console.output.line("\(time.asPlayTime) \(line)")
        if let calls {
          let indent = String(repeating: " ", count: time.asPlayTime.utf8.count + 1)
          for line in calls.lines(of: step) { console.output.line(indent + line) }
        }
        console.output.flush()
      }
      if let text = entries.leftOutText { shell.printError(text) }
      if let fault = calls?.fault { throw fault }
      guard case .damaged(let damage) = reader.log.state else { return 0 }
      throw .log(.damaged(path: reader.log.path, damage: damage))
    } catch {
      console.output.flush()
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    }
  }

  /// Plays the log on the full screen. Returns `nil` if the kind of the terminal is unknown.
  @MainActor
  private func showPlayer<App: ShellApp>(
    of reader: SessionReader, in shell: Shell<App>, _ style: OutputStyle
  ) async -> Int32? {
    let hasColor = style.paint != .none
    guard
      let screen = PlayerScreen(
        reader, with: shell.replayer, tabs: App.tabs(of:), from: from, to: to, speed: speed ?? 1,
        showsCalls: showsCalls, workers: shell.workers(), hasColor: hasColor)
    else { return nil }
    // The screen handles a hangup itself.
    let signals = SignalWatcher(hangups: false) { number in
      screen.close()
      shell.console.exit(128 + number)
    } onForcedEnd: {
      TerminalDriver.restore()
    }
    let isHangup = await screen.run()
    screen.close()
    withExtendedLifetime(signals) {}
    if isHangup { return 128 + 1 }
    guard case .damaged(let damage) = screen.logState else { return 0 }
    let error = SessionReadError.log(.damaged(path: reader.log.path, damage: damage))
    shell.printError(error.description.visible)
    return ExitCode.of(error)
  }

  private func wait(_ duration: Duration) async {
    guard duration > .zero else { return }
    @Dependency(\.continuousClock) var clock
    // The task is never canceled: the process ends instead.
    try? await clock.sleep(for: duration)
  }
}
