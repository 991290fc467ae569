import AppShell
import ComposableArchitecture

/// An app that crashes in the step in which it receives a secret, or in a later step.
struct FaultyVault: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    @Redacted var code = ""
    var message = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Stores a secret, and succeeds.
    case type(String)
    /// Stores a secret, and traps.
    case typeAndTrap(String)
    /// Traps before it stores a secret.
    case trapAndType(String)
    /// Copies the secret into a message, and traps.
    case quoteAndTrap
  }

  static let name = "FaultyVault"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .type(let code): state.code = code
      case .typeAndTrap(let code):
        state.code = code
        trap(state.code.count)
      case .trapAndType(let code):
        trap(code.count)
        state.code = code
      case .quoteAndTrap:
        state.message = "wrong code '\(state.code)'"
        trap(state.message.count)
      }
      return .none
    }
  }

  @inline(never)
  private static func trap(_ number: Int) {
    precondition(number < 0, "a number is not negative")
  }

  static func screen(of state: State) -> String { "" }
}
