import ActionText
import ComposableArchitecture
import Dispatch
import RecordCoding
import SessionReplay
import SessionReports

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs the app by the lines of an input: an action each, or a word of the shell.
///
/// The lines that are there are worked off in one go, and what they print is handed on together.
@MainActor
final class LineMode<App: ShellApp> {
  /// For so many nanoseconds lines are worked off before signals have their turn, and whoever reads
  /// the output.
  private static var turn: UInt64 { 5_000_000 }
  /// The same where effects may have come back. To give others a turn goes over another thread and
  /// costs a tenth of it.
  private static var turnBetweenEffects: UInt64 { 200_000 }

  private let session: RunningSession<App>
  private let input: ScriptInput
  private let console: Console
  private let showsFirstScreen: Bool
  private var hasHungUp = false
  private var known = KnownLines<App.Feature.Action>()
  // The first turn is over with the first line, so that a reader who has gone is noticed at once.
  private var flushed: UInt64 = 0
  private var turnBegan: UInt64 = 0

  init(
    _ session: RunningSession<App>, _ input: ScriptInput, _ options: RunOptions, _ console: Console
  ) {
    self.session = session
    self.input = input
    self.console = console
    // A person sees where they are; a pipe has the lines of the steps and nothing else.
    showsFirstScreen = !options.isQuiet && (input.isTerminal || options.printed == .screen)
  }

  /// Runs the app until the input ends, and returns the exit code.
  func run() async -> Int32 {
    if showsFirstScreen { session.printer.showScreen(of: session.store.state) }
    if input.isTerminal { session.launch() }
    let reader = LineReader(descriptor: input.descriptor)
    session.printer.prompt()
    reading: for await lines in reader.blocks {
      session.printer.gathersLines = true
      for line in lines {
        session.printer.endPrompt()
        do throws(LineError) {
          guard try await perform(line) else { break reading }
        } catch {
          if let code = report(error, at: line) { return code }
        }
        await endTurn()
        guard console.output.health == .open else { break reading }
        session.printer.prompt()
      }
      handOnLines()
      reader.proceed()
    }
    return await end()
  }

  /// Lets others have their turn if it is time.
  private func endTurn() async {
    let now = DispatchTime.now().uptimeNanoseconds
    let length = session.store.effectCount > 0 ? Self.turnBetweenEffects : Self.turn
    guard now &- turnBegan >= length else { return }
    if now &- flushed >= Self.turn {
      console.output.flush()
      flushed = now
    }
    await Task.yield()
    turnBegan = DispatchTime.now().uptimeNanoseconds
  }

  /// Hands on what was printed, and what effects print from now on as soon as they do.
  ///
  /// Whoever waits for lines before sending more is to see what came of those that were sent.
  private func handOnLines() {
    session.printer.gathersLines = false
    console.output.flush()
  }

  private func end() async -> Int32 {
    handOnLines()
    session.printer.leavePrompt()
    if input.isTerminal { await session.quit() }
    session.cancelEffects()
    console.output.flush()
    let code = session.finish()
    return code == 0 && (hasHungUp || terminalHasGone) ? 128 + SIGHUP : code
  }

  /// Whether the terminal has gone, which may look like the end of its input.
  private var terminalHasGone: Bool {
    input.isTerminal && isatty(input.descriptor) == 0 && errno == EIO
  }

  /// Tells what is wrong with a line; the exit code if the session ends with it.
  private func report(_ error: LineError, at line: InputLine) -> Int32? {
    let remedy = error.isUnknownAction ? "; 'help' lists them all" : ""
    guard input.isTerminal, error.isPassedOver else {
      console.output.flush()
      console.errors.line("\(input.name.visible):\(line.number): \(error)\(remedy)")
      session.store.cancelEffects()
      _ = session.finish()
      return ExitCode.usage
    }
    console.errors.line("\(error)\(remedy)")
    return nil
  }

  /// Does what a line says, and returns whether there is more to come.
  private func perform(_ line: InputLine) async throws(LineError) -> Bool {
    switch line.content {
    case .text(let text):
      if let action = known[text] {
        session.store.send(action)
        return true
      }
      return try await perform(text)
    case .tooLong: throw .tooLong
    case .notUTF8: throw .notUTF8
    case .unreadable(EIO) where input.isTerminal:
      // The terminal has gone, of which the signal tells as well, before or after.
      hasHungUp = true
      return false
    case .unreadable(let code): throw .unreadable(SystemFailure(code: code))
    }
  }

  private func perform(_ line: String) async throws(LineError) -> Bool {
    let script: ScriptLine
    do throws(ScriptLineError) { script = try ScriptLine(line) } catch { throw .script(error) }
    switch script {
    case .blank: break
    case .quit: return false
    case .screen: session.printer.showScreen(of: session.store.state)
    case .help: listActions(session.actions.text.catalog)
    case .stopEffects: session.store.stopStartingEffects()
    case .waitForEffects:
      handOnLines()
      await session.waitForEffects()
      session.printer.gathersLines = true
    case .wait(let duration):
      handOnLines()
      // The task is never cancelled: the process ends instead.
      try? await ContinuousClock().sleep(for: duration)
      session.printer.gathersLines = true
    case .action(let text):
      session.store.send(try action(text, line))
    }
    return true
  }

  /// Reads an action, and remembers it if it means the same in every state.
  private func action(_ text: String, _ line: String) throws(LineError) -> App.Feature.Action {
    var dependsOnState = false
    do throws(ActionReadError) {
      let action = try session.actions.action(
        text,
        state: {
          dependsOnState = true
          return session.recordedState
        }())
      if !dependsOnState { known.add(line, action) }
      return action
    } catch {
      throw .action(error)
    }
  }

  private func listActions(_ catalog: ActionCatalog) {
    for entry in catalog.entries { console.output.line(entry.signature) }
    console.output.line(
      "Also: screen, wait 1s, wait effects, effects off, help, quit. '#' begins a comment.")
    console.output.flush()
  }
}

/// The actions of lines that were read before, since scripts repeat themselves.
struct KnownLines<Action> {
  private static var limit: Int { 1024 }
  private static var lengthLimit: Int { 256 }

  private var actions: [String: Action] = [:]

  /// The action of a line, if it is known.
  subscript(line: String) -> Action? { Self.canKnow(line) ? actions[line] : nil }

  /// Remembers the action of a line, for some lines.
  mutating func add(_ line: String, _ action: Action) {
    guard Self.canKnow(line) else { return }
    if actions.count >= Self.limit { actions = [:] }
    actions[line] = action
  }

  private static func canKnow(_ line: String) -> Bool {
    // Other texts than ASCII may be equal to each other without having the same bytes.
    line.utf8.count <= lengthLimit && line.utf8.allSatisfy { $0 < 0x80 }
  }
}
