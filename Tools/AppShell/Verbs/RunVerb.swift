import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs the app: on the full screen at a terminal, and otherwise a line of input an action.
package struct RunVerb: SessionVerb {
  package static let name = "run"
  package static let summary = "run the app, a line of input an action"
  package static let options: [VerbOption<Self>] =
    [.path("record", takes: "FILE", "record the session into a log", \.session.record)]
    + sessionOptions
  package static let details = sessionDetails
  package static let exitCodes = sessionExitCodes
  package static let examples = ["run --script session.txt --record s.reprise"]

  package var session = RunOptions()

  package init() {}

  package func validate() throws(UsageError) {
    if session.record == nil, session.strict || !session.verifies {
      throw .missingOption("--record FILE", of: Self.name)
    }
  }
}

extension Shell {
  /// Runs the app: on the full screen at a terminal, and otherwise a line of input an action.
  func run(_ options: RunOptions, _ style: OutputStyle) async -> Int32 {
    let input: ScriptInput
    do throws(SystemFailure) {
      input = try ScriptInput(options.script, isTerminal: environment.isInputTerminal)
    } catch {
      complain("the script '\((options.script ?? "-").visible)' cannot be opened: \(error)")
      return ExitCode.usage
    }
    let dataFolder = options.dataFolder ?? environment.dataFolder(ofApp: App.name)
    let lineMode = lineModeReason(options)
    let messages = HeldMessages(target: console.errors)
    let session: RunningSession<App>
    do throws(SessionRecordingError) {
      session = try RunningSession<App>(
        options: options, identity: identity, dataFolder: dataFolder,
        hasPrompt: input.isTerminal,
        console: Console(output: console.output, errors: messages.sink),
        style: lineMode == nil ? OutputStyle() : style,
        verification: options.verifies
          ? environment.worker.map { RecordingVerification(replayer, workers: WorkerSettings($0)) }
          : nil)
    } catch {
      return refuse(error)
    }
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
      session.printer.leavePrompt()
      Task {
        if input.isTerminal { await session.quit() }
        session.cancelEffects()
        _ = session.finish()
        console.exit(128 + number)
      }
    }
    defer { withExtendedLifetime(signals) {} }
    return await LineMode(session, input, options, console).run()
  }

  private func refuse(_ error: SessionRecordingError) -> Int32 {
    guard case .log(let cause) = error else {
      complain(error.description.visible)
      if case .notStrict = error { return ExitCode.usage }
      return ExitCode.failure
    }
    complain(cause.description.visible + (cause.canBeForced ? " Or replace it with --force." : ""))
    return ExitCode.usage
  }
}
