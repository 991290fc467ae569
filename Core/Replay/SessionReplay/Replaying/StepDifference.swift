package import RecordCoding
import RecordedValues
package import SessionDocument
package import SessionRecording

package enum StepDifference {
  case state
  /// The state changed as recorded, but differs in the parts that only keyframes store.
  case parts(StateDivergence)
  case effect(expected: EffectShape, actual: EffectShape)
  /// A step is recorded as the action's sender, but its effect doesn't send the action.
  case sender(startedBy: UInt64, effect: EffectShape)
  case dependency(ReadProblem)
  /// The step is as recorded, but the reducer used dependencies that aren't in the log.
  case unrecorded
}

extension ReadProblem {
  package func description(names: [String]) -> String {
    switch self {
    case .missing(let dependency, let after):
      """
      the reducer read '\(names[dependency])' once more than recorded, after \
      \(UInt64(after).counted("read"))
      """
    case .leftOver(let dependency, let after):
      """
      the reducer did not read '\(names[dependency])', which it did after \
      \(UInt64(after).counted("read")) when recorded
      """
    case .otherDependency(let expected, let actual, let after):
      """
      after \(UInt64(after).counted("read")) the reducer read '\(names[actual])', and \
      '\(names[expected])' when recorded
      """
    case .unreadable(let dependency, let error):
      "the recorded value of '\(names[dependency])' cannot be read: \(error)"
    }
  }
}

extension ReadProblem {
  /// The dependency of an unexpected read; `nil` for other problems.
  package var readDependency: Int? {
    switch self {
    case .missing(let dependency, _), .otherDependency(_, let dependency, _): dependency
    case .leftOver, .unreadable: nil
    }
  }
}

package enum ReplayStop: Error {
  case unreadable(SessionReadError)
  case incompatible(Incompatibility)

  package static func unreadable<Value>(
    _ body: () throws(SessionReadError) -> Value
  ) throws(ReplayStop) -> Value {
    do throws(SessionReadError) {
      return try body()
    } catch {
      throw .unreadable(error)
    }
  }

  static func incompatible<Value>(
    _ body: () throws(Incompatibility) -> Value
  ) throws(ReplayStop) -> Value {
    do throws(Incompatibility) {
      return try body()
    } catch {
      throw .incompatible(error)
    }
  }
}

extension Divergence.Kind {
  /// Returns two effects as text, with the types of identities if only these differ.
  static func effect(expected: EffectShape, actual: EffectShape, _ text: EffectText) -> Self {
    func texts(_ transform: (EffectIdentity) -> EffectIdentity) -> [String] {
      [expected, actual].map { text.text(of: $0.mapIdentities(transform)) }
    }
    let short = texts(\.self)
    let long = short[0] == short[1] ? texts { EffectIdentity($0.withType) } : short
    return .effect(expected: long[0], actual: long[1])
  }
}

extension EffectShape {
  /// Returns whether a replayed shape matches the recorded one.
  ///
  /// Sent actions and types of identities are ignored if an older log lacks them. In a redacted
  /// log, the content of tokens is ignored, too.
  package func isRecorded(as recorded: EffectShape, isRedacted: Bool) -> Bool {
    func isSame(_ one: EffectIdentity, _ other: EffectIdentity) -> Bool {
      (other.type == nil || one.type == other.type)
        && (isRedacted ? TokenComparison.isSame(one.text, other.text) : one.text == other.text)
    }
    return switch (self, recorded) {
    case (.send, .send(.unknown)): true
    case (.merge(let one), .merge(let other)), (.concatenate(let one), .concatenate(let other)):
      one.count == other.count
        && zip(one, other).allSatisfy { $0.isRecorded(as: $1, isRedacted: isRedacted) }
    case (
      .cancellable(let one, let oneID, let oneCancels),
      .cancellable(let other, let otherID, let otherCancels)
    ):
      oneCancels == otherCancels && one.isRecorded(as: other, isRedacted: isRedacted)
        && isSame(oneID, otherID)
    case (.cancel(let one), .cancel(let other)): isSame(one, other)
    default: self == recorded
    }
  }
}
