extension Mutant {
  /// The mistakes that mutants represent.
  package enum Kind: String, CaseIterable, Sendable {
    // The ends of a range.
    /// The lower bound of a range, or the limit of a `max`, is off by one.
    case lowerBound = "lower bound"
    /// The upper bound of a range, or the limit of a `min`, is off by one.
    case upperBound = "upper bound"
    /// A comparison includes or excludes the limit by mistake, or its limit is off by one.
    case comparison
    /// An index, an offset or a length is off by one.
    case index

    // Absent or late answers.
    /// An absent value is replaced with a default, is ignored, or clears what is shown.
    case absentAnswer = "absent answer"
    /// An answer is not compared with the current request.
    case lateAnswer = "late answer"
    /// A shown value is not cleared or not replaced.
    case staleValue = "stale value"

    // Input at its limits.
    /// Empty or blank input is accepted, rejected or ignored by mistake.
    case emptyInput = "empty input"
    /// A duplicate is accepted, or a change is made twice.
    case duplicateInput = "duplicate input"

    // Changes while work is pending.
    /// Pending work is not canceled, or the wrong work is.
    case cancellation
    /// A flag or status of pending work is not checked, not set or not reset.
    case pendingFlag = "pending flag"
    /// Statements or effects that depend on each other are reordered.
    case order

    // Changes of effects.
    /// A call, an action, a wait or a task is missing.
    case droppedStatement = "dropped statement"
    /// A call, an action, a wait or a task occurs twice.
    case repeatedStatement = "repeated statement"
    /// A call, an action or a wait has a different argument.
    case argument
    /// A call goes to a different client of the same type, or to a different endpoint.
    case otherClient = "other client"
    /// A call is added.
    case addedCall = "added call"
    /// An action is added.
    case addedAction = "added action"
    /// A task, or work on a queue, is added.
    case addedTask = "added task"

    /// Any other small change of code.
    case other
  }
}
