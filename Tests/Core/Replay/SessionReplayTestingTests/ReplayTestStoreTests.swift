import ComposableArchitecture
import Foundation
import SessionReplayTesting
import Testing

@Suite("The store for tests of recorded sessions")
struct ReplayTestStoreTests {
  @Reducer
  struct Feature {
    @Recordable
    struct State {
      var count = 0
      var id: UUID?
      fileprivate var secret = 0.0
    }

    @Recordable
    enum Action {
      case add, draw, load
      case loaded(Int)
    }

    @Dependency(\.uuid) var uuid

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add: state.count += 1
      case .draw: state.id = uuid()
      case .load: return .run { _ in }.cancellable(id: "load")
      case .loaded(let count): state.count = count
      }
      return .none
    }
  }

  private static let id = UUID(uuidString: "00000000-0000-0000-0000-00000000000A")

  private func store() -> ReplayTestStore<Feature.State, Feature.Action> {
    ReplayTestStore(initialState: Feature.State()) {
      Feature()
    }
  }

  private func expectFailure(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    try withKnownIssue(sourceLocation: sourceLocation) {
      try body()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(text) }
    }
  }

  @Test("A session that replays as recorded passes")
  func passes() throws {
    let store = store()
    store.send(.add) { $0.count = 1 }
    store.send(.draw, reading: .uuid(try #require(Self.id))) { $0.id = Self.id }
    store.send(.load, returning: "run.cancellable(id: load)")
    store.receive(.loaded(7)) { $0.count = 7 }
    #expect(store.state.count == 7)
  }

  @Test("A different state fails, and later steps are not compared")
  func state() throws {
    try expectFailure("count") {
      let store = store()
      store.send(.add) { $0.count = 2 }
      store.send(.add) { $0.count = 77 }
    }
  }

  @Test("An unexpected state change fails")
  func unexpectedChange() throws {
    try expectFailure("count") { store().send(.add) }
  }

  @Test("A different effect fails, even if no effect was recorded")
  func effect() throws {
    try expectFailure("+ run.cancellable(id: load)") { store().send(.load) }
    try expectFailure("- run") { store().send(.load, returning: "run") }
  }

  @Test("A read without an answer fails, and so does an unread answer")
  func reads() throws {
    let id = try #require(Self.id)
    try expectFailure("read 'uuid' once more") { store().send(.draw) { _ in } }
    try expectFailure("did not read 'uuid'") {
      store().send(.add, reading: .uuid(id)) { $0.count = 1 }
    }
    try expectFailure("no recorded dependency is named 'dice'") {
      store().send(.add, reading: .read("dice", "1")) { $0.count = 1 }
    }
  }

  @Test("Receiving an action fails if no effect can have sent it")
  func receive() throws {
    try expectFailure("no step before returned an effect") {
      store().receive(.loaded(1)) { $0.count = 1 }
    }
  }

  @Test("A private property is set in its recorded form without changing other properties")
  func recordedForm() throws {
    var state = Feature.State(count: 3)
    try state.setRecorded("secret", to: "nan")
    #expect(state.secret.isNaN && state.count == 3)
    #expect(throws: (any Error).self) { try state.setRecorded("other", to: "1") }
    let id: UUID? = try recorded("nil")
    #expect(id == nil)
  }

  @Test("A store with a screen compares the shown screens")
  func screen() throws {
    let store = ReplayTestStore(initialState: Feature.State()) {
      Feature()
    } screen: {
      "count: \($0.count)"
    } start: {
      $0.count = 4
    }
    store.send(.add)
    store.expectScreen("count: 5")
    try expectFailure("- count: 6") { store.expectScreen("count: 6") }
  }
}
