import Foundation
package import RecordCoding
import Locking
import Synchronization

/// Takes down the values that a reducer draws from its dependencies, or answers them from a log.
///
/// Only what is drawn while a reducer runs goes on the tape: effects are not run in a replay, and
/// what they draw reaches the state in the actions that they send.
package final class DrawTape: Sendable {
  private struct Content: ~Copyable {
    var isRecording = false
    var encoder = RecordEncoder()
    /// What was drawn, where secrets are told apart: it is written when they are known.
    var deferred: [DrawRecording.Write] = []
    var answers: [RecordedDraw] = []
    var answeredSteps: UInt64 = 0
    /// The kinds that are drawn anew, since the log has no answers for them.
    var unanswered: Set<Int> = []
    /// What was drawn in a step, if some kinds are drawn anew.
    var drawn: [RecordedDraw] = []
    var next = 0
    var hasProblem = false
    /// Whether something unrecorded may have been used.
    var hasUse = false
    /// How many live values are being drawn, one for another.
    var liveDepth = 0
    var problem: DrawProblem? {
      didSet { hasProblem = problem != nil }
    }
  }

  private let secrets: SecretTable?
  /// The thread on which a reducer runs, or none.
  private let thread = Atomic(ThreadIdentity.none.bits)
  /// Only the thread that `thread` names touches it, and only that thread put its name there.
  private nonisolated(unsafe) let place: UnsafeMutablePointer<Content>

  /// Creates a tape on which nothing is taken down yet; secrets are told apart by a table.
  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
    place = .allocate(capacity: 1)
    place.initialize(to: Content())
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Begins to take down what the current thread draws.
  @inline(__always)
  package func record() {
    place.pointee.isRecording = true
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
  }

  /// Ends what `record()` began, and gives what was drawn, if anything was.
  @inline(__always)
  package func endRecording() -> DrawRecording? {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return place.pointee.encoder.count == 0 ? nil : takeRecording()
  }

  @inline(never)
  private func takeRecording() -> DrawRecording {
    defer {
      place.pointee.encoder.reset()
      place.pointee.deferred = []
    }
    if let secrets { return DrawRecording(place.pointee.deferred, secrets: secrets) }
    return DrawRecording(bytes: place.pointee.encoder.bytes, failure: place.pointee.encoder.failure)
  }

  /// Begins to answer what the current thread draws.
  package func answer(_ draws: [RecordedDraw]) {
    place.pointee.isRecording = false
    place.pointee.answers = draws
    place.pointee.answeredSteps &+= 1
    place.pointee.next = 0
    if place.pointee.hasProblem { place.pointee.problem = nil }
    if place.pointee.hasUse { place.pointee.hasUse = false }
    if !place.pointee.drawn.isEmpty { place.pointee.drawn = [] }
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
  }

  /// Ends what `answer(_:)` began; returns whether the draws were those recorded, and all there were.
  package func endAnswering() -> Bool {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return !place.pointee.hasProblem && !place.pointee.hasUse
      && place.pointee.next == place.pointee.answers.count
  }

  /// How the draws that were answered last differed from those recorded.
  package var problem: DrawProblem? {
    if !place.pointee.hasProblem, place.pointee.next < place.pointee.answers.count {
      return .leftOver(
        kind: place.pointee.answers[place.pointee.next].kind, after: place.pointee.next)
    }
    return place.pointee.problem
  }

  /// For how many steps draws were answered; only for the thread that replays.
  package var answeredSteps: UInt64 { place.pointee.answeredSteps }

  /// The same while the current thread reduces a step whose draws are answered.
  package var stepUnderway: UInt64? {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return nil }
    // What a live value reads is its own affair: the value is drawn as a whole.
    return place.pointee.isRecording || place.pointee.liveDepth > 0
      ? nil : place.pointee.answeredSteps
  }

  /// How many draws of the step under way were answered, or asked for; only for the thread that
  /// replays.
  package var drawCount: Int {
    guard stepUnderway != nil else { return 0 }
    return place.pointee.next + place.pointee.drawn.count + (place.pointee.hasProblem ? 1 : 0)
  }

  /// Notes that the step under way may have used what is not recorded.
  package func noteUse() { place.pointee.hasUse = true }

  /// Draws these kinds anew from now on, of which a log that is older than their recording has none.
  package func drawAnew(_ kinds: Set<Int>) {
    place.pointee.unanswered = kinds
  }

  /// What was drawn in the last step, if some kinds are drawn anew.
  package var drawn: [RecordedDraw] { place.pointee.drawn }

  /// Draws a value: a live one, which is taken down while recording, or the recorded one.
  package func draw<Value: Recordable>(kind: Int, live: () -> Value) -> Value {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return live() }
    guard place.pointee.isRecording else {
      guard place.pointee.unanswered.isEmpty else { return drawAnew(kind: kind, live: live) }
      return Self.nextAnswer(kind: kind, in: &place.pointee) ?? live()
    }
    // What the live value itself draws is not drawn in a replay, where this one is answered.
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    let value = live()
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
    place.pointee.encoder.append(count: kind)
    if secrets != nil {
      deferEncoding(of: value, kind: kind)
    } else {
      place.pointee.encoder.encode(value)
    }
    return value
  }

  @inline(never)
  private func deferEncoding<Value: Recordable>(of value: Value, kind: Int) {
    // Unchecked: the value is only read from here on, and copied by whoever drew it.
    nonisolated(unsafe) let value = value
    place.pointee.deferred.append { encoder in
      encoder.append(count: kind)
      encoder.encode(value)
    }
  }

  /// Draws an answer, or a live value for which the log can have none, and takes it down.
  private func drawAnew<Value: Recordable>(kind: Int, live: () -> Value) -> Value {
    let value: Value
    if place.pointee.unanswered.contains(kind) {
      let count = place.pointee.drawn.count
      place.pointee.liveDepth += 1
      value = live()
      place.pointee.liveDepth -= 1
      // What it drew itself may be in the log, and will not be asked for again.
      place.pointee.drawn.removeSubrange(count...)
    } else {
      value = Self.nextAnswer(kind: kind, in: &place.pointee) ?? live()
    }
    var encoder = RecordEncoder()
    encoder.encode(value)
    place.pointee.drawn.append(RecordedDraw(kind: kind, bytes: encoder.bytes))
    return value
  }

  private static func nextAnswer<Value: Recordable>(kind: Int, in content: inout Content) -> Value?
  {
    guard !content.hasProblem else { return nil }
    let place = content.next
    guard place < content.answers.count else {
      content.problem = .missing(kind: kind, after: place)
      return nil
    }
    let answer = content.answers[place]
    guard answer.kind == kind else {
      content.problem = .otherKind(expected: answer.kind, actual: kind, after: place)
      return nil
    }
    content.next += 1
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(answer.bytes)
      return .some(try decoder.decode(Value.self))
    } catch {
      content.problem = .unreadable(kind: kind, error)
      return nil
    }
  }
}

/// A value that a reducer drew, as it stands in a log.
package struct RecordedDraw: Hashable, Sendable {
  /// The place of the dependency in the header's list.
  package let kind: Int
  /// The value's bytes.
  package let bytes: [UInt8]

  /// Describes a value by its bytes.
  package init(kind: Int, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
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
