import ComposableArchitecture
import Foundation
import SessionMinimizing
import SessionModel
import SessionRecording
import SessionReplay

/// An app whose effects send further actions at once, depending on the amount.
@Reducer
struct Till {
  @Recordable
  struct State: Equatable {
    var sum = 0
    var entries: [Int] = []
    var notes: [String] = []
    var receipts: [UUID] = []
    var isOpen = false
  }

  @Recordable
  enum Action: Equatable {
    case add(Int)
    case added(Int)
    case big(Int)
    case note(String)
    case print
    case load(Int)
    case loaded(Int)
    case spin
    case openTapped
    case closeTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let amount):
        state.sum += amount
        return amount > 0 ? .send(.added(amount)) : .none
      case .added(let amount):
        state.entries.append(amount)
        return amount > 9
          ? .merge(.send(.big(amount)), .send(.note("sum \(state.sum)"))) : .none
      case .big(let amount): return amount > 99 ? .send(.note("huge")) : .none
      case .note(let text): state.notes.append(text)
      case .spin: return .send(.spin)
      case .print: state.receipts.append(uuid())
      case .load(let amount):
        return .merge(.send(.note("load")), .run { await $0(.loaded(amount * 10)) })
      case .loaded(let amount):
        state.sum += amount
        return .send(.added(amount))
      case .openTapped: state.isOpen = true
      case .closeTapped:
        if !state.isOpen { reportIssue("The till is not open.") }
        state.isOpen = false
      }
      return .none
    }
  }
}

extension Till {
  static let app = ReplayedApp<State, Action>(
    identity: AppIdentity(name: "Till", version: "1", build: "test")
  ) { Till().assemble() }

  /// Records actions of the user. Each action waits for the effects of the previous actions.
  @MainActor
  static func record(_ actions: [Action], at path: String) async throws {
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: app.identity, initialState: State(),
      options: SessionRecordingOptions(overwrite: true, level: .steps), milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: State(), reducer: { Till() },
      withDependencies: {
        $0.uuid = .incrementing
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
  }
}
