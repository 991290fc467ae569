import ComposableArchitecture
import DependencyInjection
import Foundation
import TestSupport

struct SyncUpsUser: RandomUser {
  let name = "SyncUps"
  var app: SyncUpsApp { SyncUpsApp() }
  var state: SyncUpsApp.State { SyncUpsApp.State() }

  func prepare(_ values: inout DependencyValues, for world: RandomWorld) {
    let data = try? JSONEncoder().encode([SyncUp.mock])
    values.dataManager.load = { @Sendable _ in data ?? Data() }
    values.dataManager.save = { @Sendable _, _ in _ = try await world.answer(0) }
    values.speechClient.authorizationStatus = { .authorized }
    values.speechClient.requestAuthorization = { .authorized }
    values.speechClient.startTask = { @Sendable in
      try? await world.wait()
      return world.stream { SpeechRecognitionResult(transcript: "word \($0)", isFinal: false) }
    }
  }

  func action(in state: SyncUpsApp.State, _ generator: inout SeededGenerator) -> SyncUpsApp.Action {
    if let id = state.path.ids.last, let element = state.path[id: id], generator.below(6) > 0 {
      if generator.below(10) == 0 { return .path(.popFrom(id: id)) }
      switch element {
      case .detail(let detail):
        return .path(.element(id: id, action: .detail(action(in: detail, &generator))))
      case .record(let meeting):
        return .path(.element(id: id, action: .record(action(in: meeting, &generator))))
      case .meeting: return .path(.popFrom(id: id))
      }
    }
    if case .add? = state.syncUpsList.destination {
      return generator.pick([
        .syncUpsList(.destination(.presented(.add(.set(\.syncUp.title, "Product"))))),
        .syncUpsList(.destination(.presented(.add(.addAttendeeButtonTapped)))),
        .syncUpsList(.confirmAddSyncUpButtonTapped), .syncUpsList(.dismissAddSyncUpButtonTapped),
      ])
    }
    guard let id = generator.any(of: state.syncUpsList.syncUps.ids), generator.below(3) > 0 else {
      return .syncUpsList(.addSyncUpButtonTapped)
    }
    return .syncUpTapped(id: id)
  }

  private func action(
    in detail: SyncUpDetail.State, _ generator: inout SeededGenerator
  ) -> SyncUpDetail.Action {
    switch detail.destination {
    case .alert:
      return generator.pick([
        .destination(.presented(.alert(.confirmDeletion))), .destination(.dismiss),
      ])
    case .edit:
      return generator.pick([
        .destination(.presented(.edit(.set(\.syncUp.theme, .lavender)))),
        .doneEditingButtonTapped, .cancelEditButtonTapped,
      ])
    case nil:
      return generator.pick([
        .deleteButtonTapped, .editButtonTapped, .delegate(.startMeeting), .delegate(.startMeeting),
      ])
    }
  }

  private func action(
    in meeting: RecordMeeting.State, _ generator: inout SeededGenerator
  ) -> RecordMeeting.Action {
    if meeting.alert != nil {
      return generator.pick([
        .alert(.dismiss), .alert(.presented(.confirmSave)), .alert(.presented(.confirmDiscard)),
      ])
    }
    return generator.pick([.onTask, .onTask, .nextButtonTapped, .endMeetingButtonTapped])
  }
}
