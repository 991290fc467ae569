package import ComposableArchitecture

/// A fitness goal: so many steps, before Nessie catches up.
@Reducer
package struct StepTrackerFeature {
  /// What is known of the walk.
  @Recordable
  package struct State: Equatable, Sendable {
    /// How many steps there are to be.
    package var goal: Int
    /// The steps so far.
    package var steps = 0
    /// The way so far, in metres.
    package var distance = 0.0
    /// The way that Nessie has come so far, in metres, from the same place.
    package var nessieDistance = 0.0
    /// Where the walk stands.
    package var status = Status.notStarted
    /// What was announced since the walk began, in order.
    package var announced: [Announcement] = []

    /// Creates a walk that has not begun.
    package init(goal: Int = 100) {
      self.goal = goal
    }
  }

  /// Where a walk stands.
  @Recordable
  package enum Status: Equatable, Sendable {
    /// It has not begun.
    case notStarted
    /// It goes on, and Nessie follows.
    case inProgress
    /// Both stand still.
    case paused
    /// The goal was reached.
    case completed
    /// Nessie was faster.
    case caught

    /// What the button says.
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

  /// What can happen on a walk.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The button was tapped, whose meaning depends on where the walk stands.
    case buttonTapped
    /// There are to be so many steps; only a walk that has not begun can be given another goal.
    case goalChanged(Int)
    /// The pedometer has counted on.
    case walked(PedometerReading)
    /// Nessie has moved on for a second.
    case nessieMoved
    /// What others are to know.
    case delegate(Delegate)
  }

  /// What others are to know.
  @Recordable
  package enum Delegate: Equatable, Sendable {
    /// Something happened that is announced once in a walk.
    case announced(Announcement)
  }

  /// The way that Nessie makes in a second, in metres.
  package static let nessieSpeed = 1.0

  /// How long Nessie waits at the start of a walk.
  package static let headStart = Duration.seconds(10)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.pedometer) private var pedometer

  private enum CancelID { case walk }

  /// Creates the feature.
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

  /// Announces what has come about and was not announced, and ends the walk if it is at its end.
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

/// What is announced once in a walk, in the order in which it is announced.
@Recordable
package enum Announcement: Equatable, Sendable, CaseIterable {
  /// A quarter of the steps are made.
  case quarter
  /// Half of the steps are made.
  case half
  /// Three quarters of the steps are made.
  case threeQuarters
  /// All steps are made.
  case goal
  /// Nessie has closed half of the gap.
  case nessieHalfway
  /// Nessie has closed nine tenths of the gap.
  case nessieNear
  /// Nessie has caught up.
  case caught

  /// Whether it has come about; of a walk at its goal, nothing is said of Nessie any more.
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

  /// What is said.
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

  /// Whether it is a warning, and no good news.
  package var isWarning: Bool {
    switch self {
    case .quarter, .half, .threeQuarters, .goal: false
    case .nessieHalfway, .nessieNear, .caught: true
    }
  }
}

extension StepTrackerFeature.State {
  /// Whether so much of the goal is reached, in percent.
  fileprivate func hasMade(_ percent: Int) -> Bool {
    // The part of the goal, rounded up to a whole step, without leaving the range of numbers.
    steps >= goal / 100 * percent + (goal % 100 * percent + 99) / 100
  }

  /// Whether Nessie has come so large a part of the way.
  fileprivate func hasNessieClosed(_ part: Double) -> Bool {
    distance > 0 && nessieDistance >= distance * part
  }
}
