import ComposableArchitecture
import ComposableArchitectureTesting
import StepTracker
import Testing

@MainActor
@Suite("A walk followed by Nessie")
struct StepTrackerFeatureTests {
  private let clock = TestClock()
  private let readings: AsyncStream<PedometerReading>
  private let pedometer: AsyncStream<PedometerReading>.Continuation

  init() {
    (readings, pedometer) = AsyncStream.makeStream()
  }

  private func store(
    _ state: StepTrackerFeature.State = StepTrackerFeature.State()
  ) -> TestStoreOf<StepTrackerFeature> {
    TestStore(initialState: state) {
      StepTrackerFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.pedometer.readings = { [readings] in readings }
    }
  }

  private func walking(
    steps: Int = 0, distance: Double = 0, nessie: Double = 0, announced: [Announcement] = []
  ) -> StepTrackerFeature.State {
    var state = StepTrackerFeature.State()
    state.status = .inProgress
    state.steps = steps
    state.distance = distance
    state.nessieDistance = nessie
    state.announced = announced
    return state
  }

  @Test("A walk starts, pauses and resumes, and the user and Nessie advance only during it")
  func course() async {
    let store = store()
    await store.send(.buttonTapped) { $0.status = .inProgress }
    pedometer.yield(PedometerReading(steps: 2, distance: 5))
    await store.receive(\.walked) {
      $0.steps = 2
      $0.distance = 5
    }
    // Nessie gives the user a head start.
    await clock.advance(by: StepTrackerFeature.headStart)
    await clock.advance(by: .seconds(2))
    await store.receive(\.nessieMoved) { $0.nessieDistance = 1 }
    await store.receive(\.nessieMoved) { $0.nessieDistance = 2 }
    await store.send(.buttonTapped) { $0.status = .paused }
    await clock.advance(by: .seconds(100))
    await store.send(.walked(PedometerReading(steps: 9, distance: 9)))
    await store.send(.nessieMoved)
    await store.send(.buttonTapped) { $0.status = .inProgress }
    await clock.advance(by: .seconds(1))
    await store.receive(\.nessieMoved) {
      $0.nessieDistance = 3
      $0.announced = [.nessieHalfway]
    }
    await store.receive(.delegate(.announced(.nessieHalfway)))
    await store.send(.buttonTapped) { $0.status = .paused }
  }

  @Test(
    "The button's title names its effect",
    arguments: [
      (.notStarted, "Start"), (.inProgress, "Pause"), (.paused, "Resume"),
      (.completed, "Start over"), (.caught, "Try again"),
    ] as [(StepTrackerFeature.Status, String)])
  func buttonTitle(status: StepTrackerFeature.Status, title: String) {
    #expect(status.buttonTitle == title)
  }

  @Test("Milestones are announced once each, in order, even after a large jump")
  func milestones() async {
    let store = store(walking())
    await store.send(.walked(PedometerReading(steps: 24, distance: 24))) {
      $0.steps = 24
      $0.distance = 24
    }
    await store.send(.walked(PedometerReading(steps: 1, distance: 1))) {
      $0.steps = 25
      $0.distance = 25
      $0.announced = [.quarter]
    }
    await store.receive(.delegate(.announced(.quarter)))
    await store.send(.walked(PedometerReading(steps: 1, distance: 1))) {
      $0.steps = 26
      $0.distance = 26
    }
    await store.send(.walked(PedometerReading(steps: 60, distance: 60))) {
      $0.steps = 86
      $0.distance = 86
      $0.announced = [.quarter, .half, .threeQuarters]
    }
    await store.receive(.delegate(.announced(.half)))
    await store.receive(.delegate(.announced(.threeQuarters)))
  }

  @Test("A jump to the goal announces all milestones and ends the walk")
  func goal() async {
    let store = store()
    await store.send(.buttonTapped) { $0.status = .inProgress }
    pedometer.yield(PedometerReading(steps: 250, distance: 200))
    await store.receive(\.walked) {
      $0.steps = 250
      $0.distance = 200
      $0.status = .completed
      $0.announced = [.quarter, .half, .threeQuarters, .goal]
    }
    for announcement in [Announcement.quarter, .half, .threeQuarters, .goal] {
      await store.receive(.delegate(.announced(announcement)))
    }
    await clock.advance(by: .seconds(500))
    await store.finish()
  }

  @Test("Nessie's approach is announced at half, at nine tenths, and when she catches up")
  func nessie() async {
    let store = store(walking(distance: 10, nessie: 3))
    await store.send(.nessieMoved) { $0.nessieDistance = 4 }
    await store.send(.nessieMoved) {
      $0.nessieDistance = 5
      $0.announced = [.nessieHalfway]
    }
    await store.receive(.delegate(.announced(.nessieHalfway)))
    await store.send(.walked(PedometerReading(steps: 1, distance: 10))) {
      $0.steps = 1
      $0.distance = 20
    }
    for distance in stride(from: 6.0, through: 17, by: 1) {
      await store.send(.nessieMoved) { $0.nessieDistance = distance }
    }
    await store.send(.nessieMoved) {
      $0.nessieDistance = 18
      $0.announced = [.nessieHalfway, .nessieNear]
    }
    await store.receive(.delegate(.announced(.nessieNear)))
    await store.send(.nessieMoved) { $0.nessieDistance = 19 }
    await store.send(.nessieMoved) {
      $0.nessieDistance = 20
      $0.status = .caught
      $0.announced = [.nessieHalfway, .nessieNear, .caught]
    }
    await store.receive(.delegate(.announced(.caught)))
  }

  @Test("A single step by Nessie makes all of her announcements in order")
  func nessieJump() async {
    let store = store(walking(distance: 1))
    await store.send(.nessieMoved) {
      $0.nessieDistance = 1
      $0.status = .caught
      $0.announced = [.nessieHalfway, .nessieNear, .caught]
    }
    for announcement in [Announcement.nessieHalfway, .nessieNear, .caught] {
      await store.receive(.delegate(.announced(announcement)))
    }
  }

  @Test("A user at distance zero is not caught")
  func standing() async {
    let store = store(walking())
    await store.send(.nessieMoved) { $0.nessieDistance = 1 }
  }

  @Test("A finished walk restarts with the same goal and repeats its announcements")
  func restart() async {
    var over = StepTrackerFeature.State(goal: 4)
    over.status = .completed
    over.steps = 4
    over.announced = [.quarter, .half, .threeQuarters, .goal]
    let store = store(over)
    await store.send(.buttonTapped) { $0 = StepTrackerFeature.State(goal: 4) }
    await store.send(.buttonTapped) { $0.status = .inProgress }
    await store.send(.walked(PedometerReading(steps: 1, distance: 1))) {
      $0.steps = 1
      $0.distance = 1
      $0.announced = [.quarter]
    }
    await store.receive(.delegate(.announced(.quarter)))
    await store.send(.buttonTapped) { $0.status = .paused }
  }

  @Test("The goal can change only before the walk, and is at least one step")
  func changeGoal() async {
    let store = store()
    await store.send(.goalChanged(500)) { $0.goal = 500 }
    await store.send(.goalChanged(-3)) { $0.goal = 1 }
    await store.send(.buttonTapped) { $0.status = .inProgress }
    await store.send(.goalChanged(7))
    await store.send(.buttonTapped) { $0.status = .paused }
  }

  @Test("Invalid readings of the pedometer are ignored or clamped")
  func nonsense() async {
    var state = walking(steps: 5, announced: [.quarter, .half, .threeQuarters])
    state.goal = .max
    let store = store(state)
    await store.send(.walked(PedometerReading(steps: -5, distance: -.infinity)))
    await store.send(.walked(PedometerReading(steps: .max - 6, distance: .nan))) {
      $0.steps = .max - 1
    }
    await store.send(.walked(PedometerReading(steps: .max, distance: .infinity))) {
      $0.steps = .max
      $0.status = .completed
      $0.announced = [.quarter, .half, .threeQuarters, .goal]
    }
    await store.receive(.delegate(.announced(.goal)))
  }

  @Test("The live pedometer counts two steps a second")
  func live() async {
    let store = store()
    store.dependencies.pedometer = .liveValue
    await store.send(.buttonTapped) { $0.status = .inProgress }
    await clock.advance(by: .seconds(1))
    await store.receive(\.walked) {
      $0.steps = 2
      $0.distance = 1.5
    }
    await store.send(.buttonTapped) { $0.status = .paused }
  }

  @Test("The pace of the live pedometer reaches the goal before Nessie catches up")
  func livePace() async {
    let store = store()
    store.exhaustivity = .off
    store.dependencies.pedometer = .liveValue
    await store.send(.buttonTapped)
    await clock.advance(by: .seconds(50))
    await store.skipReceivedActions()
    #expect(store.state.status == .completed)
    #expect(store.state.announced == [.quarter, .half, .nessieHalfway, .threeQuarters, .goal])
  }
}
