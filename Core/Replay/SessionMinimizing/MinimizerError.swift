import RecordedValues
import SessionModel
import SessionRecording
import SessionReplay

/// An error that prevents a session from being minimized.
///
///     let minimizer = SessionMinimizer(SessionReplayer { CounterFeature() })
///     do throws(MinimizerError) {
///       _ = try minimizer.minimize(log, to: folder.appending(path: "small.reprise"))
///     } catch {
///       print(error)
///     }
public struct MinimizerError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Codable, Sendable {
    case matches(path: String)
    case cannotReplay(String, exitCode: Int32)
    case noSteps(path: String)
    case outsideChange(step: UInt64)
    case noStates(level: String)
    case olderTypes(path: String)
    case notRepeated(String)
    case badCondition(String)
    case heldBefore(String)
    case neverHolds(String)
    case noCrash
    case notWritten(String)
    case otherVerdict(String)
    case workers(String)
    case noSuchStep(UInt64, last: UInt64)
    case sentAtOnce(UInt64, sender: UInt64)
    case unsettled
  }

  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }
}

extension MinimizerError {
  static func cannotReplay(_ verdict: Verdict) -> Self {
    let text =
      switch verdict {
      case .incompatible(let log): log.description
      case .damaged(let log): log.description
      case .failed(let message): message
      case .match, .diverged, .crashed: verdict.name
      }
    return Self(.cannotReplay(text, exitCode: verdict.kind.exitCode))
  }

  static func crashedEffect(_ crash: Crash, path: String) -> Self {
    let text =
      "'\(path)': the app ended in effect \(crash.effect ?? 1) of step \(crash.step), "
      + "\(crash.action): \(crash)"
    return Self(.cannotReplay(text, exitCode: Verdict.crashed(crash).kind.exitCode))
  }

  static func noSteps(path: String) -> Self { Self(.noSteps(path: path)) }
  static func outsideChange(step: UInt64) -> Self { Self(.outsideChange(step: step)) }
  static func noStates(level: RecordingLevel) -> Self { Self(.noStates(level: level.rawValue)) }

  /// A description of the obstacle and its remedy.
  public var description: String {
    switch reason {
    case .matches(let path):
      "'\(path)' matches, so there is no failure to keep; give --keep CONDITION, or --keep-crash"
    case .cannotReplay(let text, _): text
    case .noSteps(let path): "'\(path)' has no steps"
    case .outsideChange(let step):
      "step \(step) changes shared state from outside, which cannot be left out or kept; "
        + "record the session again without such a change"
    case .noStates(let level):
      "a log of level '\(level)' does not contain the expected states; "
        + "give --keep CONDITION, or record the session at level 'steps'"
    case .olderTypes(let path):
      "'\(path)' was recorded with other types, and has no values for fields added since; update "
        + "it with 'replay --update' and a build without the fault, or give --keep CONDITION"
    case .notRepeated(let text):
      "the same steps did not fail in the same way again (\(text)): the app depends on something "
        + "that is not recorded"
    case .badCondition(let text): text
    case .heldBefore(let condition): "'\(condition)' holds before the first step"
    case .neverHolds(let condition): "'\(condition)' does not hold after any step"
    case .noCrash: "the app does not end in any step; omit --keep-crash"
    case .notWritten(let text): text
    case .otherVerdict(let text):
      "the new session was discarded, because its replay has another verdict: \(text)"
    case .workers(let text): text
    case .noSuchStep(let step, let last):
      "there is no step \(step) to edit; the steps that can be edited end with \(last)"
    case .sentAtOnce(let step, let sender):
      "step \(step) cannot be edited, because the effect of step \(sender) sends it at once; edit "
        + "step \(sender)"
    case .unsettled:
      "the edit leads to more than 1,000 other changes; edit a later step, or give an action that "
        + "does not repeat itself"
    }
  }
}

extension SessionHeader {
  func condition(_ text: String) throws(MinimizerError) -> StateCondition {
    do throws(StateConditionError) {
      return try StateCondition(text, on: state, in: schema)
    } catch {
      throw MinimizerError(.badCondition(error.description))
    }
  }
}
