/// An effect that did something else than recorded.
package struct CallDivergence: Equatable, Codable, Sendable {
  package enum Cause: String, Codable, Sendable {
    case otherCall = "called something else"
    case missing = "did not do what is recorded"
    case additional = "did more than is recorded"
    case otherAction = "sent another action"
    case unawaited = "did not wait for an answer"
    case unconsumed = "did not take an element of a stream"
  }

  /// The position of the effect among those of its step, from 1.
  package let position: Int
  package let cause: Cause
  package let expected: String
  package let actual: String
  /// The difference of a long or structured value, which is easier to read than both texts.
  ///
  /// Its path names the call, too: `argument 1.amount of BankClient.transfer`.
  package let difference: StateDivergence?

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
