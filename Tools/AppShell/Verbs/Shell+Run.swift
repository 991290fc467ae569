import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

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
        showsScreens: input.isTerminal,
        console: Console(output: console.output, errors: messages.sink),
        style: lineMode == nil ? OutputStyle() : style)
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
    return await run(session, input)
  }

  private func run(_ session: RunningSession<App>, _ input: ScriptInput) async -> Int32 {
    if input.isTerminal {
      session.printer.showScreen(of: session.store.state)
      session.launch()
    }
    let reader = LineReader(descriptor: input.descriptor)
    session.printer.prompt()
    for await line in reader.lines {
      session.printer.endPrompt()
      do throws(LineError) {
        guard try await perform(line, session) else { break }
      } catch {
        let remedy = error.isUnknownAction ? "; 'help' lists them all" : ""
        guard input.isTerminal, error.isPassedOver else {
          console.output.flush()
          console.errors.line("\(input.name.visible):\(line.number): \(error)\(remedy)")
          session.store.cancelEffects()
          _ = session.finish()
          return ExitCode.usage
        }
        console.errors.line("\(error)\(remedy)")
      }
      guard console.output.health == .open else { break }
      reader.proceed()
      session.printer.prompt()
    }
    session.printer.leavePrompt()
    if input.isTerminal { await session.quit() }
    session.cancelEffects()
    if !input.isTerminal { session.printer.showScreen(of: session.store.state) }
    console.output.flush()
    return session.finish()
  }

  /// Does what a line says, and returns whether there is more to come.
  private func perform(
    _ line: InputLine, _ session: RunningSession<App>
  ) async throws(LineError) -> Bool {
    let script: ScriptLine
    switch line.content {
    case .text(let text):
      do throws(ScriptLineError) { script = try ScriptLine(text) } catch { throw .script(error) }
    case .tooLong: throw .tooLong
    case .notUTF8: throw .notUTF8
    case .unreadable(let code): throw .unreadable(SystemFailure(code: code))
    }
    switch script {
    case .blank: break
    case .quit: return false
    case .screen: session.printer.showScreen(of: session.store.state)
    case .help: listActions(session.actions.text.catalog)
    case .waitForEffects: await session.waitForEffects()
    case .wait(let duration):
      // The task is never cancelled: the process ends instead.
      try? await ContinuousClock().sleep(for: duration)
    case .action(let text):
      do throws(ActionReadError) {
        session.store.send(try session.actions.action(text, state: session.printer.state))
      } catch {
        throw .action(error)
      }
    }
    return true
  }

  private func listActions(_ catalog: ActionCatalog) {
    for entry in catalog.entries { console.output.line(entry.signature) }
    console.output.line("Also: screen, wait 1s, wait effects, help, quit. '#' begins a comment.")
    console.output.flush()
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
