import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("The list of sync-ups")
struct SyncUpListTests {
  private func store(
    _ syncUps: IdentifiedArrayOf<SyncUp> = []
  ) -> TestStoreOf<SyncUpListFeature> {
    TestStore(initialState: SyncUpListFeature.State(syncUps: syncUps)) {
      SyncUpListFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test("A new sync-up is added when its form is saved")
  func add() async {
    var new = SyncUp(id: UUID(0), attendees: [Attendee(id: UUID(1))])
    let store = store([.planning])
    await store.send(.addTapped) { $0.form = SyncUpFormFeature.State(syncUp: new) }
    new.title = "Retro"
    await store.send(\.form.binding.syncUp, new) { $0.form?.syncUp.title = "Retro" }
    await store.send(\.form.attendees[id: UUID(1)].binding.name, "Cem") {
      $0.form?.syncUp.attendees[0].name = "Cem"
    }
    new.attendees[0].name = "Cem"
    await store.send(\.form.saveTapped)
    await store.receive(\.form.delegate.saved, new) {
      $0.$syncUps.withLock { _ = $0.append(new) }
      $0.form = nil
    }
  }

  @Test("A canceled form adds nothing")
  func cancel() async {
    let store = store()
    await store.send(.addTapped) {
      $0.form = SyncUpFormFeature.State(
        syncUp: SyncUp(id: UUID(0), attendees: [Attendee(id: UUID(1))]))
    }
    await store.send(\.form.cancelTapped)
    await store.receive(\.form.dismiss) { $0.form = nil }
  }

  @Test("Only existing sync-ups can be opened")
  func open() async {
    let store = store([.planning])
    await store.send(.syncUpTapped(UUID(100)))
    await store.receive(\.delegate.opened, UUID(100))
    await store.send(.syncUpTapped(UUID(7)))
  }

  @Test("The list is kept in the file")
  func file() async throws {
    let storage = FileStorage.inMemory
    try await withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      let list = SyncUpListFeature.State(syncUps: [])
      list.$syncUps.withLock { $0 = [.metPlanning] }
      try await list.$syncUps.save()
    }
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      #expect(SyncUpListFeature.State().syncUps == [.metPlanning])
    }
  }
}
