import AppShell
import CommandLineKit
import ComposableArchitecture
import SessionReplay
import Platform

/// A small app for tests of the shell.
struct TallyApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case note(String)
    case echo
    case wait
    case screen
  }

  static let name = "Tally"
  static let version = "1.2.3"
  static var initialState: State { State() }
  static var recordedDependencies: [RecordedDependency] { [.uuid] }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      case .note(let text): state.note = text
      case .echo:
        return .run { send in
          // The sleep is long: a test that doesn't wait for the effect ends first.
          for _ in 0..<1000 { await Task.yield() }
          await send(.add(100))
        }
      // This effect runs until it is canceled.
      case .wait: return .run { _ in try? await ContinuousClock().sleep(for: .seconds(3600)) }
      case .screen: state.note = "screen"
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "count \(state.count)\nnote \(state.note)" }
}

/// The output and the exit code of a shell.
struct ShellOutcome: Sendable {
  var code: Int32 = 0
  var output = ""
  var errors = ""
}

/// Runs the shell of `TallyApp` in this process.
@MainActor
func tally(_ arguments: String...) async -> ShellOutcome {
  await tally(arguments)
}

/// Runs the shell of `TallyApp` in this process.
@MainActor
func tally(_ arguments: [String]) async -> ShellOutcome {
  await runShell(of: TallyApp.self, arguments)
}

/// Runs the shell of an app in this process. With an `answer`, the input is a terminal.
@MainActor
func runShell<App: ShellApp>(
  of app: App.Type, _ arguments: [String], answer: String? = nil,
  variables: [String: String] = [:], isTerminal: Bool = false
) async -> ShellOutcome {
  let texts = Texts()
  let console = Console(
    output: TextSink(flushingLines: false) { bytes in texts.change { $0.output += bytes.text } },
    errors: TextSink(flushingLines: true) { bytes in texts.change { $0.errors += bytes.text } })
  var environment = ShellEnvironment(
    program: "tally", arguments: arguments, variables: variables)
  environment.isInputTerminal = answer != nil
  environment.isErrorTerminal = answer != nil
  environment.isOutputTerminal = isTerminal
  let shell = Shell<App>(console: console, environment: environment, readAnswer: { answer })
  let code = await shell.run()
  console.output.flush()
  return texts.outcome(code)
}

private final class Texts: Sendable {
  private let texts = Mutex(ShellOutcome())

  func change(_ change: (inout ShellOutcome) -> Void) -> TextSink.Health {
    texts.withLock { change(&$0) }
    return .open
  }

  func outcome(_ code: Int32) -> ShellOutcome {
    texts.withLock { texts in
      texts.code = code
      return texts
    }
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
