import ComposableArchitecture
import Foundation
import Testing

/// A list whose rows count down independently, and stop when they are deleted.
@Reducer
struct EggTimers {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<EggTimer.State> = []
    var finishedCount = 0
  }

  enum Action {
    case addButtonTapped(seconds: Int)
    case deleteSwiped(IndexSet)
    case rows(IdentifiedActionOf<EggTimer>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .addButtonTapped(seconds):
        state.rows.append(EggTimer.State(id: uuid(), secondsLeft: seconds))
        return .none
      case let .deleteSwiped(indices):
        state.rows.remove(atOffsets: indices)
        return .none
      case let .rows(.element(id: id, action: .delegate(.finished))):
        state.rows.remove(id: id)
        state.finishedCount += 1
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      EggTimer()
    }
  }
}

@Reducer
struct EggTimer {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var secondsLeft: Int
    var isCounting = false
  }

  enum Action {
    case delegate(Delegate)
    case startButtonTapped
    case ticked

    @CasePathable
    enum Delegate {
      case finished
    }
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .startButtonTapped:
        state.isCounting = true
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.countdown)
      case .ticked:
        state.secondsLeft -= 1
        return state.secondsLeft == 0
          ? .concatenate(.cancel(id: CancelID.countdown), .send(.delegate(.finished)))
          : .none
      }
    }
  }

  // All rows can share this identifier, because each row's effects are separate.
  enum CancelID { case countdown }
}

@MainActor
struct EggTimersTests {
  @Test func rowsCountIndependently() async {
    let clock = TestClock()
    let store = TestStore(initialState: EggTimers.State()) {
      EggTimers()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped(seconds: 2)) {
      $0.rows = [EggTimer.State(id: UUID(0), secondsLeft: 2)]
    }
    await store.send(.addButtonTapped(seconds: 5)) {
      $0.rows.append(EggTimer.State(id: UUID(1), secondsLeft: 5))
    }
    await store.send(\.rows[id: UUID(0)].startButtonTapped) {
      $0.rows[id: UUID(0)]?.isCounting = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: UUID(0)].ticked) {
      $0.rows[id: UUID(0)]?.secondsLeft = 1
    }
    await store.send(.rows(.element(id: UUID(1), action: .startButtonTapped))) {
      $0.rows[id: UUID(1)]?.isCounting = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.rows[id: UUID(0)].ticked) {
      $0.rows[id: UUID(0)]?.secondsLeft = 0
    }
    await store.receive(\.rows[id: UUID(0)].delegate.finished) {
      $0.rows = [EggTimer.State(id: UUID(1), secondsLeft: 5, isCounting: true)]
      $0.finishedCount = 1
    }
    await store.receive(\.rows[id: UUID(1)].ticked) {
      $0.rows[id: UUID(1)]?.secondsLeft = 4
    }
    // The row's timer is running. Deleting the row cancels it.
    await store.send(.deleteSwiped([0])) {
      $0.rows = []
    }
    await clock.run()
  }
}
