package import ComposableArchitecture

/// A walk with a goal: a number of steps to complete before Nessie catches up.
@Reducer(.recordable)
package struct StepTrackerFeature {
  package struct State: Equatable, Sendable {
    /// The number of steps to walk.
    package var goal: Int
    package var steps = 0
    /// The distance walked so far, in meters.
    package var distance = 0.0
    /// The distance that Nessie has covered from the same starting point, in meters.
    package var nessieDistance = 0.0
    package var status = Status.notStarted
    /// The announcements since the walk began, in order.
    package var announced: [Announcement] = []

    package init(goal: Int = 100) {
      self.goal = goal
    }
  }

  @Recordable
  package enum Status: Equatable, Sendable {
    case notStarted
    /// The walk is in progress, and Nessie follows.
    case inProgress
    /// The walk is paused, and Nessie waits.
    case paused
    case completed
    /// Nessie caught the user before the goal.
    case caught

    package var buttonTitle: String {
      switch self {
      case .notStarted: "Start"
      case .inProgress: "Pause"
      case .paused: "Resume"
      case .completed: "Start over"
      case .caught: "Try again"
      }
    }
  }

  package enum Action: Equatable, Sendable {
    /// The user tapped the button, whose meaning depends on the status of the walk.
    case buttonTapped
    /// Sets the number of steps to walk. Ignored after the walk has begun.
    case goalChanged(Int)
    case walked(PedometerReading)
    /// Nessie moved for a second.
    case nessieMoved
    case delegate(Delegate)
  }

  @Recordable
  package enum Delegate: Equatable, Sendable {
    /// An announcement was made, which happens once in a walk.
    case announced(Announcement)
  }

  /// The distance that Nessie covers in a second, in meters.
  package static let nessieSpeed = 1.0

  /// The time that Nessie waits at the start of a walk.
  package static let headStart = Duration.seconds(10)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.pedometer) private var pedometer

  private enum CancelID { case walk }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .buttonTapped:
      return tap(&state)
    case .goalChanged(let goal):
      if state.status == .notStarted { state.goal = max(1, goal) }
      return .none
    case .walked(let reading):
      guard state.status == .inProgress else { return .none }
      let (steps, isTooMuch) = state.steps.addingReportingOverflow(max(0, reading.steps))
      state.steps = isTooMuch ? .max : steps
      if reading.distance > 0, reading.distance.isFinite { state.distance += reading.distance }
      return announce(&state)
    case .nessieMoved:
      guard state.status == .inProgress else { return .none }
      state.nessieDistance += Self.nessieSpeed
      return announce(&state)
    case .delegate:
      return .none
    }
  }

  private func tap(_ state: inout State) -> Effect<Action> {
    switch state.status {
    case .notStarted, .paused:
      state.status = .inProgress
      return walk(headStart: state.nessieDistance == 0 ? Self.headStart : .zero)
    case .inProgress:
      state.status = .paused
      return .cancel(id: CancelID.walk)
    case .completed, .caught:
      state = State(goal: state.goal)
      return .none
    }
  }

  private func walk(headStart: Duration) -> Effect<Action> {
    .merge(
      .run { [pedometer] send in
        for await reading in pedometer.readings() { await send(.walked(reading)) }
      },
      .run { [clock] send in
        if headStart > .zero { try await clock.sleep(for: headStart) }
        for await _ in clock.timer(interval: .seconds(1)) { await send(.nessieMoved) }
      }
    )
    .cancellable(id: CancelID.walk, cancelInFlight: true)
  }

  /// Makes the announcements that are due for the first time, and ends the walk if it is over.
  private func announce(_ state: inout State) -> Effect<Action> {
    if state.steps >= state.goal {
      state.status = .completed
    } else if state.distance > 0, state.nessieDistance >= state.distance {
      state.status = .caught
    }
    let new = Announcement.allCases.filter {
      $0.holds(for: state) && !state.announced.contains($0)
    }
    state.announced += new
    let announcements = Effect<Action>.merge(new.map { .send(.delegate(.announced($0))) })
    return state.status == .inProgress
      ? announcements : .merge(.cancel(id: CancelID.walk), announcements)
  }
}

/// The announcements of a walk, in the order in which they are made. Each is made once.
@Recordable
package enum Announcement: Equatable, Sendable, CaseIterable {
  /// A quarter of the steps is done.
  case quarter
  /// Half of the steps are done.
  case half
  /// Three quarters of the steps are done.
  case threeQuarters
  /// All steps are done.
  case goal
  /// Nessie has covered half of the distance walked.
  case nessieHalfway
  /// Nessie has covered nine tenths of the distance walked.
  case nessieNear
  case caught

  /// Whether the announcement is due. After the goal is reached, nothing about Nessie is announced.
  func holds(for state: StepTrackerFeature.State) -> Bool {
    switch self {
    case .quarter: state.hasMade(25)
    case .half: state.hasMade(50)
    case .threeQuarters: state.hasMade(75)
    case .goal: state.hasMade(100)
    case .nessieHalfway: state.status != .completed && state.hasNessieClosed(0.5)
    case .nessieNear: state.status != .completed && state.hasNessieClosed(0.9)
    case .caught: state.status == .caught
    }
  }

  package var text: String {
    switch self {
    case .quarter: "25% of your steps are done."
    case .half: "50% of your steps are done."
    case .threeQuarters: "75% of your steps are done."
    case .goal: "100%: you have reached your goal."
    case .nessieHalfway: "Nessie has closed half of the gap."
    case .nessieNear: "Nessie is right behind you!"
    case .caught: "Nessie has caught you."
    }
  }

  package var isWarning: Bool {
    switch self {
    case .quarter, .half, .threeQuarters, .goal: false
    case .nessieHalfway, .nessieNear, .caught: true
    }
  }
}

extension StepTrackerFeature.State {
  fileprivate func hasMade(_ percent: Int) -> Bool {
    // Rounds the share of the goal up to a whole step, without overflow.
    steps >= goal / 100 * percent + (goal % 100 * percent + 99) / 100
  }

  fileprivate func hasNessieClosed(_ part: Double) -> Bool {
    distance > 0 && nessieDistance >= distance * part
  }
}
