import Foundation
package import RecordCoding
package import RecordedValues
import Platform
package import SessionModel

/// The values that a reducer reads from its dependencies, recorded or answered from a log.
///
/// Reads count only while a reducer runs. Effects do not run in a replay, and what they read
/// reaches the state in the actions that they send.
package final class RecordedReads: Sendable {
  private struct Content: ~Copyable {
    var isRecording = false
    var encoder = RecordEncoder()
    /// The reads of an app with secrets, which are written once the secrets are known.
    var deferred: [StepReads.Write] = []
    var answers: [RecordedRead] = []
    var answeredSteps: UInt64 = 0
    /// The dependencies that are read live in a replay, since the log has no answers for them.
    var unanswered: Set<Int> = []
    /// The dependencies that the log's version of the library did not record.
    var unrecorded: Set<Int> = []
    /// The values that were read in a step, if some dependencies are read live.
    var freshReads: [RecordedRead] = []
    var next = 0
    var hasProblem = false
    /// Whether something that is not recorded may have been used.
    var hasUse = false
    /// The number of reads before each of the nested live values that are being read.
    var freshCounts: [Int] = []
    var problem: ReadProblem? {
      didSet { hasProblem = problem != nil }
    }
  }

  private let secrets: SecretTable?
  private let isOfOlderLog = Atomic(false)

  /// Whether the calls of clocks have the form of logs with the feature `clockDurations`.
  package var hasClockDurations: Bool {
    get { !isOfOlderLog.load(ordering: .relaxed) }
    set { isOfOlderLog.store(!newValue, ordering: .relaxed) }
  }

  /// The thread on which a reducer runs, or none.
  private let thread = Atomic(ThreadIdentity.none.bits)
  /// Accessed only by the thread that `thread` identifies, which is also the only one to set it.
  private nonisolated(unsafe) let content: UnsafeMutablePointer<Content>

  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
    content = .allocate(capacity: 1)
    content.initialize(to: Content())
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }

  @inline(__always)
  package func record() {
    content.pointee.isRecording = true
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
  }

  /// Ends recording. The recorded reads remain until they are taken or written.
  @inline(__always)
  package func endRecording() {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
  }

  /// Whether there are recorded reads that have been neither taken nor written.
  @inline(__always)
  var hasRecording: Bool { content.pointee.encoder.count != 0 }

  /// Whether the reads can be written as they are: there are no secrets, and no value was refused.
  @inline(__always)
  var isPlain: Bool { secrets == nil && !content.pointee.encoder.hasFailed }

  /// Writes the reads, which must be plain, preceded by their length.
  @inline(__always)
  func writeRecording(into encoder: inout RecordEncoder) {
    content.pointee.encoder.withUnsafeBytes { encoder.append(counted: $0) }
    content.pointee.encoder.rewind(to: 0)
  }

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

  /// Ends answering, and returns whether the reads were exactly the recorded ones.
  package func endAnswering() -> Bool {
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return !content.pointee.hasProblem && !content.pointee.hasUse
      && content.pointee.next == content.pointee.answers.count
  }

  package var problem: ReadProblem? {
    if !content.pointee.hasProblem, content.pointee.next < content.pointee.answers.count {
      return .leftOver(
        dependency: content.pointee.answers[content.pointee.next].dependency,
        after: content.pointee.next)
    }
    return content.pointee.problem
  }

  /// The number of steps whose reads were answered. Only the thread that replays may use it.
  package var answeredSteps: UInt64 { content.pointee.answeredSteps }

  /// The value of `answeredSteps` while the current thread reduces a step whose reads are answered.
  package var currentStep: UInt64? {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return nil }
    // The reads within a live value do not count, since that value is read as a whole.
    return content.pointee.isRecording || !content.pointee.freshCounts.isEmpty
      ? nil : content.pointee.answeredSteps
  }

  /// The number of reads in the current step, answered or not. Only the thread that replays may use
  /// it.
  package var readCount: Int {
    guard currentStep != nil else { return 0 }
    return content.pointee.next + content.pointee.freshReads.count
      + (content.pointee.hasProblem ? 1 : 0)
  }

  package func noteUse() { content.pointee.hasUse = true }

  /// Reads these dependencies live from now on, since the log is older than their recording.
  package func readLive(_ dependencies: Set<Int>) {
    content.pointee.unanswered = dependencies
  }

  /// Does not answer these dependencies, since the log's version of the library did not record
  /// them.
  package func leaveUnrecorded(_ dependencies: Set<Int>) {
    content.pointee.unrecorded = dependencies
  }

  package var freshReads: [RecordedRead] { content.pointee.freshReads }

  /// Returns a live value, which is written while recording, or the recorded value.
  // `live` is called in one place only and inlined there. Passing it on would retain its captures.
  @inline(__always)
  package func value<Value: Recordable>(of dependency: Int, live: () -> Value) -> Value {
    let kind = begin(reading: dependency)
    if kind == .answered, let answer = answer(to: dependency, as: Value.self) { return answer }
    let value = live()
    if kind != .unobserved { end(reading: value, of: dependency, as: kind) }
    return value
  }

  private enum ReadKind {
    case unobserved
    case recorded
    /// The value comes from the log, if the log has it.
    case answered
    case live
  }

  @inline(__always)
  private func begin(reading dependency: Int) -> ReadKind {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current.bits else { return .unobserved }
    guard content.pointee.isRecording else { return beginAnswering(dependency) }
    // The reads within the live value do not occur in a replay, where this value is answered.
    thread.store(ThreadIdentity.none.bits, ordering: .relaxed)
    return .recorded
  }

  private func beginAnswering(_ dependency: Int) -> ReadKind {
    guard content.pointee.unanswered.contains(dependency) else {
      return content.pointee.unrecorded.contains(dependency) ? .unobserved : .answered
    }
    content.pointee.freshCounts.append(content.pointee.freshReads.count)
    return .live
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
    if kind == .live {
      // The reads within the live value may be in the log, but will not be requested again.
      content.pointee.freshReads.removeSubrange(content.pointee.freshCounts.removeLast()...)
    }
    noteFresh(value, of: dependency)
  }

  @inline(never)
  private func deferEncoding<Value: Recordable>(of value: Value, dependency: Int) {
    // Unchecked: the value is only read from here on, and the reducer has its own copy.
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

/// A difference between the reads of a step and the recorded ones, after a number of reads.
package enum ReadProblem: Hashable, Sendable {
  /// A value was read that the log does not have.
  case missing(dependency: Int, after: Int)
  /// A recorded value was not read.
  case leftOver(dependency: Int, after: Int)
  case otherDependency(expected: Int, actual: Int, after: Int)
  case unreadable(dependency: Int, RecordDecodingError)
}
