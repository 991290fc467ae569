import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpsListTests {
  @Test
  func add() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }

    var syncUp = SyncUp(id: UUID(0), attendees: [Attendee(id: UUID(1))])
    await store.send(.addSyncUpButtonTapped) {
      $0.destination = .add(SyncUpForm.State(syncUp: syncUp))
    }

    syncUp.title = "Engineering"
    await store.send(\.destination.add.binding.syncUp, syncUp) {
      $0.destination?.modify(\.add) { $0.syncUp.title = "Engineering" }
    }

    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.syncUps = [syncUp]
    }
  }

  @Test
  func addValidatedAttendees() async throws {
    let store = TestStore(
      initialState: SyncUpsList.State(
        destination: .add(
          SyncUpForm.State(
            syncUp: SyncUp(
              id: UUID(20),
              attendees: [
                Attendee(id: UUID(21), name: ""),
                Attendee(id: UUID(22), name: "    "),
              ],
              title: "Design"))))
    ) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }

    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.syncUps = [
        SyncUp(id: UUID(20), attendees: [Attendee(id: UUID(21))], title: "Design")
      ]
    }
  }

  @Test
  func loadingDataDecodingFailed() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.dataManager = .mock(initialData: Data("!@#$ BAD DATA %^&*()".utf8))
    }

    #expect(store.state.destination == .alert(.dataFailedToLoad))

    await store.send(\.destination.alert.confirmLoadMockData) {
      $0.destination = nil
      $0.syncUps = [.mock]
    }
  }

  @Test
  func loadingDataFileNotFound() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager.load = { @Sendable _ in
        struct FileNotFound: Error {}
        throw FileNotFound()
      }
    }
    #expect(store.state.destination == nil)
    #expect(store.state.syncUps == [])
  }

  @Test
  func deletion() async throws {
    let data = try JSONEncoder().encode([SyncUp.mock])
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock(initialData: data)
    }
    await store.send(.onDelete([0])) {
      $0.syncUps = []
    }
  }

  @Test
  func dismissAdd() async {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.addSyncUpButtonTapped)
    await store.send(.dismissAddSyncUpButtonTapped) {
      $0.destination = nil
    }
  }
}
