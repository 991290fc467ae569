import Platform
import RecordedValues
package import CommandLineKit
import ComposableArchitecture
import Dispatch
import RecordCoding
import SessionLog
import SessionReplay
import SessionReports
import TerminalApp

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs the app with lines of input. Lines that arrive together are processed together.
@MainActor
package final class LineMode<App: ShellApp> {
  /// The nanoseconds after which the output is flushed and signals are handled.
  private static var turnDuration: UInt64 { 5_000_000 }
  /// The duration of a turn while effects run. A turn ends with a switch of threads, which takes a
  /// tenth of this time.
  private static var turnDurationWithEffects: UInt64 { 200_000 }

  private let session: RunningSession<App>
  private let input: ScriptInput
  private let console: Console
  private let showsFirstScreen: Bool
  private var hasHungUp = false
  private var known = KnownLines<App.Feature.Action>()
  // The first turn ends with the first line, to notice a closed output at once.
  private var flushed: UInt64 = 0
  private var turnBegan: UInt64 = 0

  package init(
    _ session: RunningSession<App>, _ input: ScriptInput, _ options: RunOptions, _ console: Console
  ) {
    self.session = session
    self.input = input
    self.console = console
    // A user at a terminal sees the first screen; a pipe contains only lines of steps.
    showsFirstScreen = !options.isQuiet && (input.isTerminal || options.printed == .screen)
  }

  package func run() async -> Int32 {
    if showsFirstScreen { session.printer.showScreen(of: session.store.state) }
    if input.isTerminal { session.launch() }
    let reader = LineReader(descriptor: input.descriptor)
    session.printer.prompt()
    reading: for await lines in reader.blocks {
      session.printer.buffersLines = true
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
      flushLines()
      reader.proceed()
    }
    return await end()
  }

  /// Flushes the output and yields to other tasks if the turn is over.
  private func endTurn() async {
    let now = DispatchTime.now().uptimeNanoseconds
    let length = session.store.effectCount > 0 ? Self.turnDurationWithEffects : Self.turnDuration
    guard now &- turnBegan >= length else { return }
    if now &- flushed >= Self.turnDuration {
      console.output.flush()
      flushed = now
    }
    await Task.yield()
    turnBegan = DispatchTime.now().uptimeNanoseconds
  }

  /// A program that waits for output before it sends more lines gets the output of its last lines.
  private func flushLines() {
    session.printer.buffersLines = false
    console.output.flush()
  }

  private func end() async -> Int32 {
    flushLines()
    session.printer.leavePrompt()
    if input.isTerminal { await session.quit() }
    session.cancelEffects()
    console.output.flush()
    let code = session.finish()
    return code == 0 && (hasHungUp || isTerminalClosed) ? 128 + SIGHUP : code
  }

  /// Whether the terminal was closed, which may look like the end of its input.
  private var isTerminalClosed: Bool {
    input.isTerminal && isatty(input.descriptor) == 0 && errno == EIO
  }

  /// Reports an error in a line. Returns the exit code if the session ends with it.
  private func report(_ error: LineError, at line: InputLine) -> Int32? {
    let remedy = error.isUnknownAction ? "; 'help' lists all actions" : ""
    guard input.isTerminal, error.isRecoverable else {
      console.output.flush()
      console.errors.line("\(input.name.visible):\(line.number): \(error)\(remedy)")
      session.store.cancelEffects()
      _ = session.finish()
      return ExitCode.usage
    }
    console.errors.line("\(error)\(remedy)")
    return nil
  }

  private func perform(_ line: InputLine) async throws(LineError) -> Bool {
    // The main actor may use several threads.
    TerminalDriver.guardStack()
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
      // The terminal was closed. A signal reports this, too, earlier or later.
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
      flushLines()
      await session.waitForEffects()
      session.printer.buffersLines = true
    case .wait(let duration):
      flushLines()
      // The task is never canceled: the process ends instead.
      try? await ContinuousClock().sleep(for: duration)
      session.printer.buffersLines = true
    case .action(let text):
      session.store.send(try action(text, line))
    }
    return true
  }

  /// Parses an action, and caches it if its meaning doesn't depend on the state.
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

/// A cache of parsed actions, because scripts repeat lines.
struct KnownLines<Action> {
  private static var limit: Int { 1024 }
  private static var lengthLimit: Int { 256 }

  private var actions: [String: Action] = [:]

  subscript(line: String) -> Action? { Self.canCache(line) ? actions[line] : nil }

  /// Caches the action of a line if the line can be a key.
  mutating func add(_ line: String, _ action: Action) {
    guard Self.canCache(line) else { return }
    if actions.count >= Self.limit { actions = [:] }
    actions[line] = action
  }

  private static func canCache(_ line: String) -> Bool {
    // Strings outside ASCII can be equal without having the same bytes.
    line.utf8.count <= lengthLimit && line.utf8.allSatisfy { $0 < 0x80 }
  }
}
