import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("The screens of the app")
struct AppScreenTests {
  /// Creates a store whose effects wait for a clock that never advances.
  private func store(_ syncUps: IdentifiedArrayOf<SyncUp> = [.metPlanning]) -> StoreOf<AppFeature> {
    Store(initialState: AppFeature.State(syncUps, isDetailOpen: !syncUps.isEmpty)) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.uuid = .incrementing
      $0.speech.permission = { .denied }
      $0.speech.requestPermission = { .denied }
    }
  }

  private func lines(of store: StoreOf<AppFeature>) -> [String] { AppScreen.lines(store.state) }

  @Test("The list has a line for each sync-up")
  func list() {
    let state = AppFeature.State([.planning])
    #expect(AppScreen.lines(state) == ["Planning: 2 attendees, 1 min"])
    state.list.$syncUps.withLock { $0 = [] }
    #expect(AppScreen.lines(state) == ["No sync-ups yet."])
  }

  @Test("The form marks the field with the focus, and ends with the problem")
  func form() {
    let store = store([])
    store.send(.list(.addTapped))
    store.send(.list(.form(.presented(.saveTapped))))
    #expect(
      lines(of: store) == [
        "› Title: ", "  Attendee: ", "  5 min, sky", "A sync-up needs a title.",
      ])
  }

  @Test("The details have a line for each meeting")
  func detail() {
    #expect(
      lines(of: store()) == [
        "Planning", "1 min with Ann, Ben", "2001-01-01T00:00:00Z, 0:42",
      ])
  }

  @Test("An alert has its buttons in brackets")
  func alert() {
    let store = store()
    store.send(.path(.element(id: 0, action: .detail(.startTapped))))
    #expect(
      lines(of: store) == [
        "Speech recognition is not permitted",
        "The meeting will have no transcript unless you permit it in the settings.",
        "[Meet without a transcript] [Open settings] [Cancel]",
      ])
  }

  @Test("A meeting shows its time, its speaker and the transcript")
  func meeting() {
    let store = store()
    store.send(.open("syncups/\(UUID(100).uuidString)/record"))
    store.send(.path(.element(id: 2, action: .meeting(.nextTapped))))
    #expect(
      lines(of: store).prefix(3) == ["Planning", "0:30, 0:30 left", "Ben, speaker 2 of 2"])
    store.send(.path(.element(id: 2, action: .meeting(.heard("Hi.")))))
    #expect(lines(of: store).last == "Hi.")
  }

  @Test("A transcript shows the date and what was heard")
  func transcript() {
    let store = store()
    store.send(.path(.element(id: 0, action: .detail(.meetingTapped(UUID(110))))))
    #expect(
      lines(of: store) == ["Planning, 2001-01-01T00:00:00Z", "Ann, Ben", "Hello, Ben."])
  }

  @Test("A refused link gives the reason")
  func refusal() {
    let store = store()
    store.send(.open("syncups/42"))
    #expect(
      lines(of: store) == [
        "The link was not opened",
        "'42' is not the identity of a sync-up or a meeting, which is a UUID.", "[OK]",
      ])
  }
}
