import ComposableArchitecture
import Foundation
import SyncUpsFeatures

extension SyncUp {
  /// A sync-up of a minute with two attendees. Its identities are 100 to 102.
  static let planning = SyncUp(
    id: UUID(100), title: "Planning", minutes: 1,
    attendees: [Attendee(id: UUID(101), name: "Ann"), Attendee(id: UUID(102), name: "Ben")])

  /// The sync-up after a meeting whose identity is 110.
  static var metPlanning: SyncUp {
    var syncUp = planning
    syncUp.meetings = [.past]
    return syncUp
  }
}

extension Meeting {
  static let past = Meeting(
    id: UUID(110), date: Date(timeIntervalSinceReferenceDate: 0), seconds: 42,
    transcript: "Hello, Ben.")
}

extension Date {
  static let now = Date(timeIntervalSinceReferenceDate: 86_400)
}

extension AppFeature.State {
  /// The app with sync-ups in its list, and the details of the first one if they are open.
  init(_ syncUps: IdentifiedArrayOf<SyncUp>, isDetailOpen: Bool = false) {
    self.init(list: SyncUpListFeature.State(syncUps: syncUps))
    if isDetailOpen, let syncUp = syncUp(syncUps[0].id) {
      path.append(.detail(SyncUpDetailFeature.State(syncUp: syncUp)))
    }
  }
}
