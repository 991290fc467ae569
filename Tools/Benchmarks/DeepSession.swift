import ComposableArchitecture
import DeepApp
import Foundation
import ReducerRuntime

/// A seeded session in the features of SyncUps: the form of a sheet, on a page of a stack, and its
/// rows. As in the standard session, there are no effects.
struct DeepSession: Sequence, IteratorProtocol {
  private static let attendees = (1...10).map { UUID($0) }

  private var random = SeededGenerator(seed: 1)
  private var minutes = 30

  static func actions(count: Int) -> [AppFeature.Action] {
    Array(DeepSession().prefix(count))
  }

  /// Returns a state in which the form of a sync-up is open. The list is in a file in memory.
  static func state() -> AppFeature.State {
    withDependencies {
      $0.defaultFileStorage = .inMemory
      // The actions name the page by its identity, which is counted.
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      let syncUp = SyncUp(
        id: UUID(0), title: "Design", minutes: 30,
        attendees: IdentifiedArray(
          uniqueElements: attendees.enumerated().map {
            Attendee(id: $1, name: "Attendee \($0)")
          }))
      var state = AppFeature.State(list: SyncUpListFeature.State(syncUps: [syncUp]))
      guard let shared = state.syncUp(syncUp.id) else { preconditionFailure("no sync-up") }
      state.path.append(
        .detail(
          SyncUpDetailFeature.State(
            syncUp: shared, destination: .edit(SyncUpFormFeature.State(syncUp: syncUp)))))
      return state
    }
  }

  mutating func next() -> AppFeature.Action? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: return setMinutes(to: minutes + 1)
    case 6..<12: return setMinutes(to: minutes - 1)
    case 12: return edit(.binding(.set(\.focus, .title)))
    case 13: return edit(.binding(.set(\.focus, nil)))
    case 14: return edit(.binding(.set(\.syncUp.theme, .sky)))
    case 15: return edit(.binding(.set(\.syncUp.theme, .amber)))
    case 16:
      let title = "Design \(Int.random(in: 0..<3, using: &random))"
      return edit(.binding(.set(\.syncUp.title, title)))
    case 17: return .linkRefusalDismissed
    default:
      let id = Self.attendees[Int.random(in: 0..<Self.attendees.count, using: &random)]
      let name = Bool.random(using: &random) ? "Ann" : "Ben"
      return edit(.attendees(.element(id: id, action: .binding(.set(\.name, name)))))
    }
  }

  private mutating func setMinutes(to minutes: Int) -> AppFeature.Action {
    let possible = SyncUp.possibleMinutes
    self.minutes = Swift.max(possible.lowerBound, Swift.min(minutes, possible.upperBound))
    return edit(.binding(.set(\.syncUp.minutes, self.minutes)))
  }

  private func edit(_ action: SyncUpFormFeature.Action) -> AppFeature.Action {
    .path(.element(id: 0, action: .detail(.destination(.presented(.edit(action))))))
  }
}

extension MeasuredApp<AppFeature> {
  @MainActor
  static func deep(actionCount: Int) -> Self {
    Self(
      name: "deep", actions: DeepSession.actions(count: actionCount),
      initialState: { DeepSession.state() }, feature: { AppFeature() })
  }
}
