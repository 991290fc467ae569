import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("Links into the app")
struct DeepLinkTests {
  nonisolated private static let id = UUID(100).uuidString
  nonisolated private static let meetingID = UUID(110).uuidString

  private func store() -> TestStoreOf<AppFeature> {
    let store = TestStore(initialState: AppFeature.State([.metPlanning])) {
      AppFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    return store
  }

  @Test(
    "A link is a path with the identities of sync-ups and meetings",
    arguments: [
      ("syncups", .list), ("syncups://syncups", .list), ("/syncups/", .list),
      ("syncups/new", .newSyncUp), ("syncups/\(id)", .detail(UUID(100))),
      ("syncups/\(id.lowercased())/edit", .edit(UUID(100))),
      ("syncups://syncups/\(id)/record", .record(UUID(100))),
      ("syncups/\(id)/meetings/\(meetingID)", .transcript(UUID(100), meeting: UUID(110))),
    ] as [(String, DeepLink)])
  func parse(link: String, place: DeepLink) throws {
    #expect(try DeepLink(link) == place)
  }

  @Test(
    "A malformed link is refused",
    arguments: [
      ("", .unknownPlace("")), ("meetings", .unknownPlace("meetings")),
      ("https://syncups", .unknownPlace("https://syncups")),
      ("syncups/42", .malformedID("42")), ("syncups/new/edit", .malformedID("new")),
      ("syncups/\(id)/meetings/x", .malformedID("x")),
      ("syncups/\(id)/meetings", .unknownPlace("syncups/\(id)/meetings")),
      ("syncups/\(id)/edit/now", .unknownPlace("syncups/\(id)/edit/now")),
    ] as [(String, DeepLinkError)])
  func malformed(link: String, error: DeepLinkError) {
    #expect(throws: error) { try DeepLink(link) }
  }

  @Test("A link to a sync-up opens its details, and closes everything else")
  func detail() async {
    let store = store()
    await store.send(.list(.addTapped))
    await store.send(.open("syncups/\(Self.id)"))
    #expect(store.state.list.form == nil)
    #expect(store.state.path.count == 1)
    #expect(store.state.path[0].detail?.syncUp == .metPlanning)
    await store.send(.open("syncups"))
    #expect(store.state.path.isEmpty)
  }

  @Test("A link to an edit opens the form above the details")
  func edit() async {
    let store = store()
    await store.send(.open("syncups/\(Self.id)/edit"))
    #expect(store.state.path[0].detail?.destination?.edit?.syncUp == .metPlanning)
  }

  @Test("A link to a new sync-up opens its form")
  func new() async {
    let store = store()
    await store.send(.open("syncups/new"))
    await store.receive(\.list.addTapped)
    #expect(store.state.list.form?.syncUp.id == UUID(0))
  }

  @Test("A link to a transcript opens it above the details")
  func transcript() async {
    let store = store()
    await store.send(.open("syncups/\(Self.id)/meetings/\(Self.meetingID)"))
    #expect(store.state.path.count == 2)
    #expect(store.state.path[1].transcript?.meeting == .past)
  }

  @Test("A link to a recording begins a meeting, during which further links are refused")
  func record() async {
    let store = store()
    store.dependencies.continuousClock = TestClock()
    store.dependencies.speech.requestPermission = { .denied }
    await store.send(.open("syncups/\(Self.id)/record"))
    await store.receive(\.path[id: 1].meeting.begun)
    #expect(store.state.path[1].meeting?.syncUp == .metPlanning)
    await store.send(.open("syncups"))
    #expect(store.state.linkRefusal == .meetingInProgress)
    #expect(store.state.path.count == 2)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A link to something that was deleted is refused, and changes nothing else")
  func deleted() async {
    let store = store()
    store.exhaustivity = .on
    await store.send(.open("syncups/\(UUID(7).uuidString)/edit")) {
      $0.linkRefusal = .unknownSyncUp(UUID(7))
    }
    await store.send(.open("syncups/\(Self.id)/meetings/\(UUID(8).uuidString)")) {
      $0.linkRefusal = .unknownMeeting(UUID(8))
    }
    await store.send(.linkRefusalDismissed) { $0.linkRefusal = nil }
  }
}
