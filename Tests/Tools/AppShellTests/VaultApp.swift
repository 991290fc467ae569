import AppShell
import ComposableArchitecture

/// An app with a secret, for the tests of the shell.
struct VaultApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var draft = ""
    @Redacted var code = ""
    var message = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case type(String)
    case draft(String)
    case use
    case say(String)
    case fail
    case greet(Redacted<String>)
  }

  static let name = "Vault"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .type(let code): state.code = code
      case .draft(let text): state.draft = text
      case .use: state.code = state.draft
      case .say(let text): state.message = text
      case .fail: state.message = "wrong code \(state.code)"
      case .greet(let name): state.message = "hello \(name.wrappedValue)"
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.code.count) characters" }
}

/// The same app with a number that is not recognised.
struct NumberVaultApp: ShellApp {
  @Recordable struct State: Equatable, Sendable { @Redacted var pin = 0 }
  @Recordable enum Action: Equatable, Sendable { case pinTyped(Int) }

  static let name = "NumberVault"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      if case .pinTyped(let pin) = action { state.pin = pin }
      return .none
    }
  }

  static func screen(of state: State) -> String { "" }
}
