/// A condition that an app never breaks, with the sentence that describes it.
///
///     extension CounterFeature: InvariantReducer {
///       static var invariants: [Invariant<State, Action>] {
///         [
///           Invariant("The count is never negative") { state in state.count >= 0 },
///           Invariant("The count changes by one", remembering: 0) { last, moment in
///             defer { last = moment.state.count }
///             return moment.action == nil || abs(moment.state.count - last) <= 1
///           },
///         ]
///       }
///     }
///
/// Explored sessions check each invariant after every action, and when the app starts.
public struct Invariant<State, Action>: Sendable {
  /// A moment of a session at which an invariant is checked.
  public struct Moment {
    /// The current state.
    public let state: State
    /// The action that led to the state, or `nil` if the app has just started.
    public let action: Action?
    /// The simulated time since the session began, which restarts of the app do not reset.
    public let time: Duration
  }

  /// The description of the condition, such as "An alert is in the queue at most once".
  public let sentence: String
  /// Returns a check with a memory of its own.
  package let makeCheck: @Sendable () -> (UnsafePointer<State>, Action?, Duration) -> Bool

  /// Creates an invariant of the state.
  public init(_ sentence: String, holds: @escaping @Sendable (State) -> Bool) {
    self.sentence = sentence
    makeCheck = { { state, _, _ in holds(state.pointee) } }
  }

  /// Creates an invariant of the history, with a memory that it updates at each moment.
  ///
  /// The memory outlives restarts of the app. An invariant can therefore compare saved data with
  /// loaded data.
  public init<Memory: Sendable>(
    _ sentence: String, remembering memory: Memory,
    holds: @escaping @Sendable (inout Memory, Moment) -> Bool
  ) {
    self.sentence = sentence
    makeCheck = {
      var memory = memory
      return { state, action, time in
        holds(&memory, Moment(state: state.pointee, action: action, time: time))
      }
    }
  }
}

/// A reducer with conditions that explored sessions check.
public protocol InvariantReducer<State, Action>: Reducer {
  /// The conditions that no session may break.
  static var invariants: [Invariant<State, Action>] { get }

  /// Returns whether a user could send an action, for example with a visible button.
  ///
  /// Explored sessions draw only actions that address existing rows and presented features.
  /// Implement this method if the app restricts its users further. It is not called for actions of
  /// effects.
  static func isOffered(_ action: Action, in state: State) -> Bool
}

extension InvariantReducer {
  /// Returns `true`: the app restricts its users by rows and presented features only.
  public static func isOffered(_ action: Action, in state: State) -> Bool { true }
}

extension Reducer {
  /// The type as an `InvariantReducer`, if it is one.
  package static var invariantReducer: (any InvariantReducer<State, Action>.Type)? {
    Self.self as? any InvariantReducer<State, Action>.Type
  }
}
