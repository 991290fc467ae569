import AppShell
import ComposableArchitecture
import Foundation

/// An app with a secret, for tests of the shell.
struct VaultApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var draft = ""
    @Redacted var code = ""
    var message = ""
    var blob = Data()
    var drawn: UUID?
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case type(String)
    case draft(String)
    case use
    case say(String)
    case fail
    case greet(Redacted<String>)
    case encode
    case draw
    case complain
  }

  static let name = "Vault"
  static let version = "1.0"
  static var initialState: State { State() }

  /// The recorded identifiers are secrets.
  static var recordedDependencies: [RecordedDependency] {
    [
      RecordedDependency("uuid", \.uuid, reads: Redacted<UUID>.self) { uuid, read in
        UUIDGenerator { read { Redacted(uuid()) }.wrappedValue }
      }
    ]
  }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      @Dependency(\.uuid) var uuid
      switch action {
      case .type(let code): state.code = code
      case .draft(let text): state.draft = text
      case .use: state.code = state.draft
      case .say(let text): state.message = text
      case .fail: state.message = "wrong code \(state.code)"
      case .greet(let name): state.message = "hello \(name.wrappedValue)"
      case .encode: state.blob = Data("<\(state.code)>".utf8)
      case .draw: state.drawn = uuid()
      case .complain: reportIssue("no door opens to \(state.code)")
      }
      return .none
    }
  }

  static func screen(of state: State) -> String {
    "\(state.code.count) characters\n\(state.message)"
  }
}

/// An app whose secret is a number, which cannot be recognized in other values.
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

/// An app whose secrets are marked everywhere.
struct MarkedVaultApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    @Redacted var password = ""
    @Redacted var pin = 0
    @Redacted var key = Data()
    @Redacted var session: UUID?
    var uses: [Redacted<String>: Int] = [:]
    var message = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case password(Redacted<String>)
    case pin(Redacted<Int>)
    case key(Redacted<Data>)
    case session(Redacted<UUID>)
    case fail
  }

  static let name = "MarkedVault"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .password(let password):
        state.password = password.wrappedValue
        state.uses[password, default: 0] += 1
      case .pin(let pin): state.pin = pin.wrappedValue
      case .key(let key): state.key = key.wrappedValue
      case .session(let id): state.session = id.wrappedValue
      case .fail: state.message = "wrong password \(state.password)"
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { state.message }
}
