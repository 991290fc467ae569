import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@Suite("Secrets in references")
@MainActor
struct SecretReferenceTests {
  @Test("If the id of an element is a secret, it is not in the path of a reference")
  func path() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("accounts.reprise")
    let state = Accounts.State(secret: "tr0ub4dor&3")
    let recorder = try SessionRecorder<Accounts.State, Accounts.Action>(
      path: path, app: Accounts.identity, initialState: state, recorded: "",
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: state, reducer: { Accounts() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for _ in 0..<3 { store.send(.open) }
    store.send(.show(try #require(store.state.open)))
    _ = try recorder.finish()
    let contents = try inflated(path)
    #expect(contents.count > 500)
    #expect(contents.firstRange(of: Data("tr0ub4dor&3".utf8)) == nil)
    let app = ReplayedApp<Accounts.State, Accounts.Action>(identity: Accounts.identity) {
      Accounts().assemble()
    }
    let report = SessionReplayer(app).replay(path: path)
    #expect(report.verdict.kind == .match, "\(report)")
  }
}

/// An app whose accounts have secret ids.
@Reducer
struct Accounts {
  static let identity = AppIdentity(name: "Accounts", version: "1", build: "test")

  @Recordable
  struct Account: Equatable, Identifiable {
    let id: String
    var count = 0
  }

  @Recordable
  struct State: Equatable {
    @Redacted var secret: String
    @Shared var open: Account?
    @Shared var shown: Account

    init(secret: String) {
      _secret = Redacted(wrappedValue: secret)
      let accounts = Shared(value: [Account(id: secret)] as IdentifiedArrayOf<Account>)
      _open = accounts[id: secret]
      _shown = Shared(value: Account(id: "other"))
    }
  }

  @Recordable
  enum Action: Equatable {
    case open
    case show(Account)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.$open.withLock { $0?.count += 1 }
      case .show(let account): state.$shown.withLock { $0.count = account.count }
      }
      return .none
    }
  }
}
