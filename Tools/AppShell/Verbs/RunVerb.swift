package import CommandLineKit
import ComposableArchitecture
import DependencyInjection
import Platform
import RecordCoding
import ReplayCorpus
import SessionLog
import SessionReplay
import SessionReports
import TerminalApp

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs the app: on the full screen at a terminal, otherwise with an action per line of input.
package struct RunVerb: SessionVerb {
  package static let name = "run"
  package static let summary = "run the app, at a terminal or from a script"
  package static let options = sessionOptions(
    after: [.path("record", takes: "FILE", "record the session to a log", \.session.record)])
  package static let details = sessionDetails
  package static let exitCodes = sessionExitCodes
  package static let examples = ["run --script session.txt --record s.reprise"]

  package var session = RunOptions()

  package init() {}

  package func validate() throws(UsageError) {
    if session.record == nil, session.strict || !session.verifies {
      throw .missingOption("--record FILE", of: Self.name)
    }
    try session.validate(of: Self.name)
  }
}

extension Shell {
  func run(_ options: RunOptions, _ style: OutputStyle) async -> Int32 {
    var options = options
    let served: ServedSession<App>?
    do throws(ServedSessionError) {
      served =
        options.isServed
        ? try ServedSession(
          record: options.record, at: options.serving, views: Self.servedScreens) : nil
    } catch {
      printError(error)
      return ExitCode.usage
    }
    // If the session cannot begin, this removes its temporary recording.
    defer { served?.end() }
    if let served, served.temporary != nil {
      (options.record, options.isTemporary) = (served.log, true)
    }
    let messages = HeldMessages(target: console.errors)
    let sessionConsole = Console(output: console.output, errors: messages.sink)
    // Issues may contain values, so they go through the sink that redacts secrets.
    let report: @Sendable (ReportedIssue) -> Void = {
      sessionConsole.errors.text(StandardErrorReporter.line(for: $0))
    }
    return await IssueReports.withHandler(report) { @MainActor [options] in
      await run(options, served, messages, sessionConsole, style)
    }
  }

  private func run(
    _ options: RunOptions, _ served: ServedSession<App>?, _ messages: HeldMessages,
    _ sessionConsole: Console, _ style: OutputStyle
  ) async -> Int32 {
    let input: ScriptInput
    do throws(SystemFailure) {
      input = try ScriptInput(options.script, isTerminal: environment.isInputTerminal)
    } catch {
      printError("cannot open the script '\((options.script ?? "-").visible)': \(error)")
      return ExitCode.usage
    }
    let dataFolder = options.dataFolder ?? environment.dataFolder(ofApp: App.name)
    let lineMode = lineModeReason(isScripted: options.script != nil)
    let resumption: SessionResumption<App.Feature.State, App.Feature.Action>?
    do throws(ResumptionError) {
      resumption = try self.resumption(options)
    } catch {
      return refuse(error)
    }
    let session: RunningSession<App>
    do throws(SessionStartError) {
      session = try RunningSession<App>(
        options: options, identity: identity, dataFolder: dataFolder,
        hasPrompt: input.isTerminal, console: sessionConsole,
        style: lineMode == nil ? OutputStyle() : style,
        showsProgress: environment.isErrorTerminal, resumption: resumption,
        verification: {
          // The replayer is created at the end, because creating it assembles the reducer.
          guard options.verifies else { return nil }
          return environment.worker.map {
            RecordingVerification(replayer, workers: WorkerSettings($0))
          }
        })
    } catch {
      switch error {
      case .recording(let error): return refuse(error)
      case .resumption(let error): return refuse(error)
      case .files(let error):
        printError(error.description)
        return ExitCode.usage
      }
    }
    for line in served?.show(session) ?? [] { console.errors.line(line) }
    let temporary = served?.temporary
    switch lineMode {
    case nil:
      let code = await runFullScreen(
        session, messages, dataFolder: dataFolder, hasColor: style.paint != .none)
      if let code { return code }
      explainLineMode(kind: environment.variables["TERM"] ?? "")
    case .dumbTerminal(let kind): explainLineMode(kind: kind)
    case .noTerminal: break
    }
    let signals = SignalWatcher { number in
      session.leavePrompt()
      Task {
        if input.isTerminal { await session.quit() }
        session.cancelEffects()
        _ = session.finish()
        console.exit(128 + number)
      }
    } onRequest: {
      session.interruptVerification(by: $0)
    } onForcedEnd: {
      temporary?.remove()
    }
    defer { withExtendedLifetime(signals) {} }
    return await LineMode(session, input, options, sessionConsole).run()
  }

  private func resumption(
    _ options: RunOptions
  ) throws(ResumptionError) -> SessionResumption<App.Feature.State, App.Feature.Action>? {
    try options.resume.map { path throws(ResumptionError) in
      try SessionResumption(path: path, after: options.step, of: replayer)
    }
  }

  private func refuse(_ error: ResumptionError) -> Int32 {
    printError(error.description.visible)
    if case .unreadable(let error) = error { return ExitCode.of(error) }
    return error.verdict?.exitCode ?? ExitCode.usage
  }

  private func refuse(_ error: SessionRecordingError) -> Int32 {
    guard case .log(let cause) = error else {
      printError(error.description.visible)
      if case .notStrict = error { return ExitCode.usage }
      return ExitCode.failure
    }
    printError(
      cause.description.visible + (cause.canBeForced ? " Or replace it with --force." : ""))
    return ExitCode.usage
  }
}

extension Shell {
  enum LineModeReason {
    case noTerminal
    case dumbTerminal(String)
  }

  /// Returns why the app runs line by line; `nil` if it can use the full screen.
  func lineModeReason(isScripted: Bool) -> LineModeReason? {
    guard !isScripted, environment.isInputTerminal, environment.isOutputTerminal else {
      return .noTerminal
    }
    let kind = environment.variables["TERM"] ?? ""
    return kind.isEmpty || kind == "dumb" ? .dumbTerminal(kind) : nil
  }

  func explainLineMode(kind: String) {
    let terminal =
      kind.isEmpty ? "TERM is not set" : "the terminal '\(kind.visible)' does not support it"
    printError("no full screen: \(terminal). Type an action per line; 'help' lists all actions.")
  }

  /// Runs the app on the full screen. Returns `nil` if the kind of the terminal is unknown.
  func runFullScreen(
    _ session: RunningSession<App>, _ messages: HeldMessages, dataFolder: String,
    hasColor: Bool
  ) async -> Int32? {
    guard
      let screen = FullScreen(
        session, messages: messages, dataFolder: dataFolder, hasColor: hasColor)
    else { return nil }
    // The screen handles a hangup itself.
    let signals = SignalWatcher(hangups: false) { number in
      Task {
        await session.quit()
        screen.close()
        session.cancelEffects()
        _ = session.finish()
        console.exit(128 + number)
      }
    } onRequest: {
      session.interruptVerification(by: $0)
    } onForcedEnd: { [temporary = session.served?.temporary] in
      TerminalDriver.restore()
      temporary?.remove()
    }
    defer { withExtendedLifetime(signals) {} }
    session.launch()
    let ending = await screen.run()
    // While the screen is open, the last steps are not printed on the terminal.
    await session.quit()
    screen.close()
    session.cancelEffects()
    let code = session.finish()
    return ending == .hangup ? 128 + 1 : code
  }
}
