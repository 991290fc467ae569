import ComposableArchitecture
import Foundation
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// The list and the detail of sync-ups, which share the contents of a file.
@Reducer(.recordable)
struct SharedSyncUps {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: SharedSyncUpDetail.State?
    @Shared(.fileStorage(.sharedSyncUps)) var syncUps: IdentifiedArrayOf<SyncUp> = []
    @Shared(.inMemory("isSignedIn")) var isSignedIn = false
  }

  enum Action {
    case addButtonTapped
    case delete(IndexSet)
    case detail(PresentationAction<SharedSyncUpDetail.Action>)
    case signInButtonTapped
    case syncUpTapped(SyncUp.ID)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let syncUp = SyncUp(id: uuid(), title: "New")
        state.$syncUps.withLock { _ = $0.append(syncUp) }
        return .none
      case let .delete(offsets):
        state.$syncUps.withLock { $0.remove(atOffsets: offsets) }
        return .none
      case .detail:
        return .none
      case .signInButtonTapped:
        state.$isSignedIn.withLock { $0.toggle() }
        return .none
      case let .syncUpTapped(id):
        guard let syncUp = Shared(state.$syncUps[id: id]) else { return .none }
        state.detail = SharedSyncUpDetail.State(syncUp: syncUp)
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { SharedSyncUpDetail() }
  }
}

@Reducer(.recordable)
struct SharedSyncUpDetail {
  @ObservableState
  struct State: Equatable {
    @Shared var syncUp: SyncUp
  }

  enum Action {
    case titleChanged(String)
    case deleteMeetings(IndexSet)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .titleChanged(title):
        state.$syncUp.withLock { $0.title = title }
      case let .deleteMeetings(offsets):
        state.$syncUp.withLock { $0.meetings.remove(atOffsets: offsets) }
      }
      return .none
    }
  }
}

extension URL {
  static let sharedSyncUps = URL(fileURLWithPath: "/shared/sync-ups.json")
}

@MainActor
struct SharedSyncUpsTests {
  @Test
  func addAndDelete() async {
    let store = TestStore(initialState: SharedSyncUps.State()) {
      SharedSyncUps()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.$syncUps.withLock { $0 = [SyncUp(id: UUID(0), title: "New")] }
    }
    await store.send(.delete([0])) {
      $0.$syncUps.withLock { $0 = [] }
    }
  }

  @Test
  func editInDetail() async {
    @Shared(.fileStorage(.sharedSyncUps)) var syncUps: IdentifiedArrayOf<SyncUp> = [.mock]
    let store = TestStore(initialState: SharedSyncUps.State()) { SharedSyncUps() }
    await store.send(.syncUpTapped(SyncUp.mock.id)) {
      $0.detail = Shared($0.$syncUps[id: SyncUp.mock.id]).map {
        SharedSyncUpDetail.State(syncUp: $0)
      }
    }
    await store.send(\.detail.titleChanged, "Product") {
      $0.detail?.$syncUp.withLock { $0.title = "Product" }
    }
    #expect(syncUps.map(\.title) == ["Product"])
    await store.send(\.detail.dismiss) {
      $0.detail = nil
    }
  }

  @Test
  func inMemory() async {
    let store = TestStore(initialState: SharedSyncUps.State()) { SharedSyncUps() }
    await store.send(.signInButtonTapped) {
      $0.$isSignedIn.withLock { $0 = true }
    }
    @Shared(.inMemory("isSignedIn")) var isSignedIn = false
    #expect(isSignedIn)
  }

  @Test("The list and the detail are recorded and replayed with their shared values")
  func recorded() async throws {
    let folder = try TemporaryFolder()
    let report = try await replayOfRecording(
      of: SharedSyncUps.State(), at: folder.file("shared.reprise")
    ) {
      SharedSyncUps()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.defaultFileStorage = .inMemory
    } perform: { store in
      store.send(.addButtonTapped)
      store.send(.addButtonTapped)
      store.send(.syncUpTapped(UUID(1)))
      store.send(.detail(.presented(.titleChanged("Product"))))
      store.state.$syncUps.withLock { $0[id: UUID(0)]?.title = "Changed by another process" }
      store.send(.signInButtonTapped)
      store.send(.detail(.dismiss))
      store.send(.delete([0]))
      #expect(store.syncUps.map(\.title) == ["Product"])
    }
    #expect(report.verdict.kind == .match, "\(report.verdict)")
    #expect(report.verifiedSteps == 8)
  }
}
