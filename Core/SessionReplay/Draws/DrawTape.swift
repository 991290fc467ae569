import Foundation
package import RecordCoding
import Locking

/// Takes down the values that a reducer draws from its dependencies, or answers them from a log.
///
/// Only what is drawn while a reducer runs goes on the tape: effects are not run in a replay, and
/// what they draw reaches the state in the actions that they send.
package final class DrawTape: Sendable {
  private enum Mode {
    case idle
    case recording
    case answering
  }

  private struct State {
    var mode = Mode.idle
    var thread = ThreadIdentity.none
    var encoder = RecordEncoder()
    var count = 0
    var answers: [RecordedDraw] = []
    var next = 0
    var problem: DrawProblem?
  }

  private let state = Mutex(State())

  /// Creates a tape on which nothing is taken down yet.
  package init() {}

  /// Begins to take down what the current thread draws.
  package func record() {
    state.withLock { state in
      state.mode = .recording
      state.thread = .current
      state.count = 0
      state.encoder.reset()
    }
  }

  /// Ends what `record()` began, and gives the number of draws and their bytes.
  package func endRecording() -> DrawRecording {
    state.withLock { state in
      state.mode = .idle
      return DrawRecording(
        count: state.count, bytes: state.encoder.bytes, failure: state.encoder.failure)
    }
  }

  /// Begins to answer what the current thread draws.
  package func answer(_ draws: [RecordedDraw]) {
    state.withLock { state in
      state.mode = .answering
      state.thread = .current
      state.answers = draws
      state.next = 0
      state.problem = nil
    }
  }

  /// Ends what `answer(_:)` began, and tells how the draws differed from those recorded.
  package func endAnswering() -> DrawProblem? {
    state.withLock { state in
      state.mode = .idle
      if state.problem == nil, state.next < state.answers.count {
        return .leftOver(kind: state.answers[state.next].kind, after: state.next)
      }
      return state.problem
    }
  }

  /// Draws a value: a live one, which is taken down while recording, or the recorded one.
  package func draw<Value: Recordable>(kind: Int, live: () -> Value) -> Value {
    let mode = state.withLock { $0.thread == .current ? $0.mode : .idle }
    switch mode {
    case .idle:
      return live()
    case .recording:
      // The live value is drawn outside of the lock: to draw it may draw another.
      let value = live()
      state.withLock { state in
        state.encoder.append(count: kind)
        state.encoder.encode(value)
        state.count += 1
      }
      return value
    case .answering:
      return state.withLock { Self.nextAnswer(kind: kind, in: &$0) } ?? live()
    }
  }

  private static func nextAnswer<Value: Recordable>(kind: Int, in state: inout State) -> Value? {
    guard state.problem == nil else { return nil }
    let place = state.next
    guard place < state.answers.count else {
      state.problem = .missing(kind: kind, after: place)
      return nil
    }
    let answer = state.answers[place]
    guard answer.kind == kind else {
      state.problem = .otherKind(expected: answer.kind, actual: kind, after: place)
      return nil
    }
    state.next += 1
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(answer.bytes)
      return .some(try decoder.decode(Value.self))
    } catch {
      state.problem = .unreadable(kind: kind, error)
      return nil
    }
  }
}

/// The draws of one step, as they are written into a log.
package struct DrawRecording: Sendable {
  /// How many values were drawn.
  package let count: Int
  /// For each, the index of its kind and the value.
  package let bytes: [UInt8]
  /// Why one of them cannot be recorded, if one cannot.
  package let failure: RecordEncodingError?
}

/// A value that a reducer drew, as it stands in a log.
package struct RecordedDraw: Hashable, Sendable {
  /// The place of the dependency in the header's list.
  package let kind: Int
  /// The value's bytes.
  package let bytes: [UInt8]
}

/// How the draws of a step differ from those recorded; `after` counts the draws before.
package enum DrawProblem: Hashable, Sendable {
  /// A value was drawn for which the log has none.
  case missing(kind: Int, after: Int)
  /// A recorded value was not drawn.
  case leftOver(kind: Int, after: Int)
  /// A value was drawn from another dependency than the recorded one.
  case otherKind(expected: Int, actual: Int, after: Int)
  /// A recorded value cannot be read as the type that was drawn.
  case unreadable(kind: Int, RecordDecodingError)
}
