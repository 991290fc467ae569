import Foundation
package import RecordCoding
import Locking
import Synchronization

/// Records the values that a reducer reads from its dependencies, or answers its reads from a log.
///
/// Only what is read while a reducer runs counts: effects are not run in a replay, and
/// what they read reaches the state in the actions that they send.
package final class RecordedReads: Sendable {
  private struct Content: ~Copyable {
    var isRecording = false
    var encoder = RecordEncoder()
    /// What was read, where secrets are told apart: it is written when they are known.
    var deferred: [StepReads.Write] = []
    var answers: [RecordedRead] = []
    var answeredSteps: UInt64 = 0
    /// The dependencies that are read anew, since the log has no answers for them.
    var unanswered: Set<Int> = []
    /// What was read in a step, if some dependencies are read anew.
    var freshReads: [RecordedRead] = []
    var next = 0
    var hasProblem = false
    /// Whether something unrecorded may have been used.
    var hasUse = false
    /// For each live value that is being read, one for another, how many had been read before it.
    var freshCounts: [Int] = []
    var problem: ReadProblem? {
      didSet { hasProblem = problem != nil }
    }
  }

  private let secrets: SecretTable?
  /// The thread on which a reducer runs, or none.
  private let thread = Atomic(ThreadIdentity.none.bits)
  /// Only the thread that `thread` names touches it, and only that thread put its name there.
  private nonisolated(unsafe) let content: UnsafeMutablePointer<Content>

  /// Creates an empty recording; secrets are told apart by a table.
  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
    content = .allocate(capacity: 1)
    content.initialize(to: Content())
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }

  /// Begins to record what the current thread reads.
  @inline(__always)
  package func record() {
    content.pointee.isRecording = true
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
  }

  /// Ends what `record()` began; what was read stays until it is taken or written.
  @inline(__always)
  package func endRecording() {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
  }

  /// Whether anything was read that has been neither taken nor written.
  @inline(__always)
  var hasRecording: Bool { content.pointee.encoder.count != 0 }

  /// Whether what was read can be written as it is: there are no secrets, and no value was refused.
  @inline(__always)
  var isPlain: Bool { secrets == nil && !content.pointee.encoder.hasFailed }

  /// Writes what was read, which must be plain, with its length before it.
  @inline(__always)
  func writeRecording(into encoder: inout RecordEncoder) {
    content.pointee.encoder.withUnsafeBytes { encoder.append(counted: $0) }
    content.pointee.encoder.rewind(to: 0)
  }

  /// Gives what was read, if anything was.
  @inline(never)
  package func takeRecording() -> StepReads? {
    guard hasRecording else { return nil }
    defer {
      content.pointee.encoder.reset()
      content.pointee.deferred = []
    }
    if let secrets { return StepReads(content.pointee.deferred, secrets: secrets) }
    return StepReads(bytes: content.pointee.encoder.bytes, failure: content.pointee.encoder.failure)
  }

  /// Begins to answer what the current thread reads.
  package func answer(_ reads: [RecordedRead]) {
    content.pointee.isRecording = false
    content.pointee.answers = reads
    content.pointee.answeredSteps &+= 1
    content.pointee.next = 0
    if content.pointee.hasProblem { content.pointee.problem = nil }
    if content.pointee.hasUse { content.pointee.hasUse = false }
    if !content.pointee.freshReads.isEmpty { content.pointee.freshReads = [] }
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
  }

  /// Ends what `answer(_:)` began; returns whether the reads were those recorded, and all there were.
  package func endAnswering() -> Bool {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return !content.pointee.hasProblem && !content.pointee.hasUse
      && content.pointee.next == content.pointee.answers.count
  }

  /// How the reads that were answered last differed from those recorded.
  package var problem: ReadProblem? {
    if !content.pointee.hasProblem, content.pointee.next < content.pointee.answers.count {
      return .leftOver(
        dependency: content.pointee.answers[content.pointee.next].dependency,
        after: content.pointee.next)
    }
    return content.pointee.problem
  }

  /// For how many steps reads were answered; only for the thread that replays.
  package var answeredSteps: UInt64 { content.pointee.answeredSteps }

  /// The same while the current thread reduces a step whose reads are answered.
  package var stepUnderway: UInt64? {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return nil }
    // What a live value reads is its own affair: the value is read as a whole.
    return content.pointee.isRecording || !content.pointee.freshCounts.isEmpty
      ? nil : content.pointee.answeredSteps
  }

  /// How many reads of the step under way were answered, or asked for; only for the thread that
  /// replays.
  package var readCount: Int {
    guard stepUnderway != nil else { return 0 }
    return content.pointee.next + content.pointee.freshReads.count
      + (content.pointee.hasProblem ? 1 : 0)
  }

  /// Notes that the step under way may have used what is not recorded.
  package func noteUse() { content.pointee.hasUse = true }

  /// Reads these dependencies anew from now on, of which a log that is older than their recording
  /// has no values.
  package func readAnew(_ dependencies: Set<Int>) {
    content.pointee.unanswered = dependencies
  }

  /// What was read in the last step, if some dependencies are read anew.
  package var freshReads: [RecordedRead] { content.pointee.freshReads }

  /// Reads a value: a live one, which is written while recording, or the recorded one.
  // `live` is called at one place only and inlined there: to pass it on would retain what it captures.
  @inline(__always)
  package func value<Value: Recordable>(of dependency: Int, live: () -> Value) -> Value {
    let kind = begin(reading: dependency)
    if kind == .answered, let answer = answer(to: dependency, as: Value.self) { return answer }
    let value = live()
    if kind != .unobserved { end(reading: value, of: dependency, as: kind) }
    return value
  }

  /// What becomes of a value that is read.
  private enum ReadKind {
    /// It is nobody's affair.
    case unobserved
    /// It is recorded.
    case recorded
    /// It comes from the log, if that has it.
    case answered
    /// It is read anew, as the log can have none.
    case anew
  }

  @inline(__always)
  private func begin(reading dependency: Int) -> ReadKind {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return .unobserved }
    guard content.pointee.isRecording else { return beginAnswering(dependency) }
    // What the live value itself reads is not read in a replay, where this one is answered.
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return .recorded
  }

  private func beginAnswering(_ dependency: Int) -> ReadKind {
    guard content.pointee.unanswered.contains(dependency) else { return .answered }
    content.pointee.freshCounts.append(content.pointee.freshReads.count)
    return .anew
  }

  @inline(__always)
  private func end<Value: Recordable>(
    reading value: Value, of dependency: Int, as kind: ReadKind
  ) {
    guard kind == .recorded else { return endAnswering(value, of: dependency, as: kind) }
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
    content.pointee.encoder.append(count: dependency)
    if secrets != nil {
      deferEncoding(of: value, dependency: dependency)
    } else {
      content.pointee.encoder.encode(value)
    }
  }

  private func endAnswering<Value: Recordable>(
    _ value: Value, of dependency: Int, as kind: ReadKind
  ) {
    if kind == .anew {
      // What it read itself may be in the log, and will not be asked for again.
      content.pointee.freshReads.removeSubrange(content.pointee.freshCounts.removeLast()...)
    }
    noteFresh(value, of: dependency)
  }

  @inline(never)
  private func deferEncoding<Value: Recordable>(of value: Value, dependency: Int) {
    // Unchecked: the value is only read from here on, and copied by whoever read it.
    nonisolated(unsafe) let value = value
    content.pointee.deferred.append { encoder in
      encoder.append(count: dependency)
      encoder.encode(value)
    }
  }

  private func answer<Value: Recordable>(to dependency: Int, as type: Value.Type) -> Value? {
    let answer: Value? = Self.nextAnswer(dependency: dependency, in: &content.pointee)
    if let answer { noteFresh(answer, of: dependency) }
    return answer
  }

  /// Keeps a value, if some dependencies are read anew.
  private func noteFresh(_ value: some Recordable, of dependency: Int) {
    guard !content.pointee.unanswered.isEmpty else { return }
    var encoder = RecordEncoder()
    encoder.encode(value)
    content.pointee.freshReads.append(RecordedRead(dependency: dependency, bytes: encoder.bytes))
  }

  private static func nextAnswer<Value: Recordable>(dependency: Int, in content: inout Content)
    -> Value?
  {
    guard !content.hasProblem else { return nil }
    let index = content.next
    guard index < content.answers.count else {
      content.problem = .missing(dependency: dependency, after: index)
      return nil
    }
    let answer = content.answers[index]
    guard answer.dependency == dependency else {
      content.problem = .otherDependency(
        expected: answer.dependency, actual: dependency, after: index)
      return nil
    }
    content.next += 1
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(answer.bytes)
      return .some(try decoder.decode(Value.self))
    } catch {
      content.problem = .unreadable(dependency: dependency, error)
      return nil
    }
  }
}

/// A value that a reducer read, as it stands in a log.
package struct RecordedRead: Hashable, Sendable {
  /// The index of the dependency in the header's list.
  package let dependency: Int
  /// The value's bytes.
  package let bytes: [UInt8]

  /// Describes a value by its bytes.
  package init(dependency: Int, bytes: [UInt8]) {
    self.dependency = dependency
    self.bytes = bytes
  }
}

/// How the reads of a step differ from those recorded; `after` counts the reads before.
package enum ReadProblem: Hashable, Sendable {
  /// A value was read for which the log has none.
  case missing(dependency: Int, after: Int)
  /// A recorded value was not read.
  case leftOver(dependency: Int, after: Int)
  /// A value was read from another dependency than the recorded one.
  case otherDependency(expected: Int, actual: Int, after: Int)
  /// A recorded value cannot be read as the type that was read.
  case unreadable(dependency: Int, RecordDecodingError)
}
