/// A divergence of an effect from its recording.
package struct CallDivergence: Equatable, Codable, Sendable {
  package enum Cause: String, Codable, Sendable {
    case otherCall = "called something else"
    case missing = "did not do what is recorded"
    case additional = "did more than is recorded"
    case otherAction = "sent another action"
    case unawaited = "did not wait for an answer"
    case unconsumed = "did not take an element of a stream"
  }

  /// The position of the effect among the effects of its step, from 1.
  package let position: Int
  package let cause: Cause
  package let expected: String
  package let actual: String
  /// The difference of a long or structured value, which is easier to read than both texts.
  ///
  /// Its path names the call, too: `argument 1.amount of BankClient.transfer`.
  package let difference: StateDivergence?
  /// The effect in the log; `nil` if the log can't be read there.
  package var recorded: DifferingEffect?

  package init(
    position: Int, cause: Cause, expected: String, actual: String,
    difference: StateDivergence? = nil
  ) {
    self.position = position
    self.cause = cause
    self.expected = expected
    self.actual = actual
    self.difference = difference
  }
}

/// An effect of a log that differed from its recording in a replay.
package struct DifferingEffect: Equatable, Codable, Sendable {
  /// The number of the effect in the log.
  package let number: UInt64
  /// The number of its calls before the difference.
  package let callCount: Int
  /// The text of its next call; `nil` if there is none.
  package let nextCall: String?

  package init(number: UInt64, callCount: Int, nextCall: String? = nil) {
    (self.number, self.callCount, self.nextCall) = (number, callCount, nextCall)
  }
}
