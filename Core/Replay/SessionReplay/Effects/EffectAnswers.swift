import DependencyInjection
import Foundation
import Issues
import RecordCoding
import SessionModel
import SessionDocument
import SessionRecording

/// An observer of effects that answers their calls from a log.
final class EffectAnswers: EffectObserver {
  let suppliesAnswers = true
  private let script: EffectScript
  private let endpoints: CallableEndpoints
  /// The log's indices of the app's endpoints.
  private let indices: [Int?]
  private let coding: CallCoding
  // `nonisolated(unsafe)`, because it is set once, before the object is shared.
  private nonisolated(unsafe) var strayCalls: StrayCalls.Registration?

  @MainActor
  init(
    _ script: EffectScript, endpoints: CallableEndpoints, indices: [Int?], coding: CallCoding
  ) {
    self.script = script
    self.endpoints = endpoints
    self.indices = indices
    self.coding = coding
    ObservedEffect.beginObserving()
    let ownsThreads = DependencyValues.current.context == .live
    // An effect that still waits when its replay returns keeps the answers.
    strayCalls = StrayCalls.receive(by: { [weak self] in self }) { [script] in
      guard MainQueue.isCurrent else { return ownsThreads && Task.currentIdentity == nil }
      guard script.tasks.currentEffect != nil else { return false }
      return MainActor.assumeIsolated { script.reducedStep == nil }
    }
  }

  deinit {
    ObservedEffect.endObserving()
  }

  @MainActor func effectDidBegin(_ effect: UInt64, startedBy step: UInt64) {
    script.begin(effect, startedBy: step)
  }

  @MainActor func effectTaskDidStart(_ number: UInt64) {
    guard let effect = script.effect(number) else { return }
    effect.ownTask = Task.currentIdentity
    script.tasks.noteOwnTask(of: number)
    effect.noteTurn(at: script.position)
  }

  /// An effect that cannot be verified must do nothing, because it could reach something real.
  @MainActor func effectMayRun(_ effect: UInt64) async -> Bool {
    guard script.effect(effect)?.obstacle != nil else { return true }
    await script.waitForEnd()
    return false
  }

  @MainActor func effect<Sent>(
    _ effect: UInt64, sends action: Sent, reduce: @escaping @MainActor () -> Void
  ) {
    guard let effect = script.effect(effect) else {
      return script.refuse(newEffect: effect, doing: "an action")
    }
    let bytes = (action as? any Recordable).map { $0.recordedBytes } ?? []
    script.add(
      .sent(RecordedEffect.SentAction(action: action, bytes: bytes, reduce: reduce)), of: effect,
      by: Task.currentIdentity)
  }

  @MainActor func effectDidDropAction(_ effect: UInt64, isLate: Bool) {
    guard let effect = script.effect(effect) else { return }
    // A log lacks late actions.
    guard !isLate else {
      effect.obstacle = effect.obstacle ?? "it sends an action in vain after its end"
      return
    }
    script.add(.dropped, of: effect, by: Task.currentIdentity)
  }

  func effectIsInterrupted(_ effect: UInt64) {}

  func effectIsCanceledByOther(_ effect: UInt64) {
    guard MainQueue.isCurrent else { return }
    MainActor.assumeIsolated { script.effect(effect)?.isCanceledByOther = true }
  }

  @MainActor func effectDidEnd(_ effect: UInt64, isCanceled: Bool) {
    guard let effect = script.effect(effect) else { return }
    script.add(isCanceled ? .canceled : .finished, of: effect, by: Task.currentIdentity)
  }

  func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let call = begin(id, arguments, of: effect, isImmediate: true) else {
      return try unanswered(live)
    }
    if case .stream = call.endpoint.answer {
      if let answer: Answer = stream(of: call) { return answer }
    } else if let outcome = call.outcome,
      let answer: Result<Answer, Failure> = answer(outcome, to: call)
    {
      return try answer.get()
    }
    return try unanswered(live)
  }

  func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    guard let call = begin(id, arguments, of: effect, isImmediate: false) else {
      return try await unanswered(Failure.self)
    }
    if case .stream = call.endpoint.answer {
      if let answer: Answer = stream(of: call) { return answer }
    } else {
      let outcome = await call.pending.waitForOutcome()
      noteContinuing(call.effect)
      if let answer: Result<Answer, Failure> = answer(outcome, to: call) {
        return try answer.get()
      }
    }
    return try await unanswered(Failure.self)
  }
}

// MARK: Calls without an answer

extension EffectAnswers {
  /// Waits until the replay ends. Then throws, or returns nothing, to let the task end.
  ///
  /// A replay calls nothing real, because it could change a file or a server. A call that must
  /// return a value, and cannot throw, waits forever: an effect must not continue with a made-up
  /// value.
  private func unanswered<Answer, Failure: Error>(
    _ failure: Failure.Type
  ) async throws(Failure) -> Answer {
    await script.waitForEnd()
    if await script.mayEnd(Task.currentIdentity) {
      if let error = CancellationError() as? Failure { throw error }
      if let answer: Answer = Self.nothing() { return answer }
    }
    while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  /// Throws, or returns a stream without elements, `nil`, or a value whose encoding is all zeros,
  /// such as 0, an empty text or the first case.
  ///
  /// Only an endpoint that can neither throw nor return one of these is called.
  private func unanswered<Answer, Failure: Error>(
    _ live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    if let type = Answer.self as? any RecordableStream.Type,
      let answer = unanswered(type) as? Answer
    {
      return answer
    }
    if let error = RecordedCallError(description: "the log has no answer") as? Failure {
      throw error
    }
    if let answer: Answer = Self.placeholder() { return answer }
    var result: Result<Answer, Failure>?
    // The endpoint may not be implemented in a replay. The effect is not verified anyway.
    withIssueReporters([]) {
      do throws(Failure) { result = .success(try live()) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("the operation runs once") }
    return try result.get()
  }

  /// Returns `()` or `nil`, if a call can return that.
  private static func nothing<Answer>() -> Answer? {
    if Answer.self == Void.self { return () as? Answer }
    guard let type = Answer.self as? any ExpressibleByNilLiteral.Type else { return nil }
    return type.init(nilLiteral: ()) as? Answer
  }

  private static func placeholder<Answer>() -> Answer? {
    if let answer: Answer = nothing() { return answer }
    guard let type = Answer.self as? any Recordable.Type else { return nil }
    var decoder = RecordDecoder([UInt8](repeating: 0, count: 1_024))
    return try? decoder.decode(type) as? Answer
  }

  private func unanswered<Stream: RecordableStream>(_ type: Stream.Type) -> Stream {
    Stream.answered {
      await self.script.waitForEnd()
      return nil
    }
  }
}

extension EffectAnswers {
  private struct Call: Sendable {
    let endpoint: CallableEndpoint
    let pending: PendingCall
    let effect: RecordedEffect
    /// The outcome, for a call whose caller waits for it without suspending.
    let outcome: CallOutcome?
  }

  /// Notes a call. Returns `nil` if it cannot be answered from the log.
  private func begin<Arguments>(
    _ id: EndpointID, _ arguments: Arguments, of effect: UInt64, isImmediate: Bool
  ) -> Call? {
    guard MainQueue.isCurrent else {
      // The thread runs no Swift task, so the scheduler does not control it.
      script.tasks.noteThreadCall(of: id.name, by: effect)
      Task { @MainActor [script] in script.takeThreadCalls() }
      return nil
    }
    guard let index = endpoints[id], let recorded = indices[index] else {
      MainQueue.run {
        let name = endpoints.name(of: id, in: script.header)
        script.refuse(newCallOf: name, by: effect)
        script.effect(effect)?.obstacle = "calls of '\(name)' are not in the log"
      }
      return nil
    }
    let endpoint = endpoints.list[index]
    let bytes = coding.bytes { endpoint.record(arguments, into: &$0) } ?? []
    // Texts that are replayed as masks cannot be distinguished from others.
    let isMasked =
      coding.masksText
      && (coding.hidesText(in: bytes) { endpoint.record(arguments, into: &$0) }
        || String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: SecretToken.has))
    let task = Task.currentIdentity
    return MainQueue.run { () -> Call? in
      guard let effect = script.effect(effect) else {
        let text = script.callText.beginning(ofCallOf: recorded, bytes)
        script.refuse(newEffect: effect, doing: text)
        return nil
      }
      guard effect.obstacle == nil else { return nil }
      guard !isMasked else {
        effect.obstacle = "a text in a call of '\(id.name)' is not in the log"
        return nil
      }
      let pending = PendingCall(endpoint: recorded, arguments: bytes) { [weak effect, script] in
        guard let effect, !script.wasCanceled(effect), !effect.canceledTasks.contains($0) else {
          return nil
        }
        return script.position
      }
      var isStream = false
      if case .stream = endpoint.answer { isStream = true }
      let outcome = isImmediate && !isStream ? script.outcome(of: effect, recorded, bytes) : nil
      if outcome?.isUntypedError == true { effect.hasUntypedError = true }
      if outcome == .unknown { effect.obstacle = "an answer of '\(id.name)' is not in the log" }
      script.add(.called(pending), of: effect, by: task)
      return Call(endpoint: endpoint, pending: pending, effect: effect, outcome: outcome)
    }
  }

  /// Notes that an effect continues after it got an answer.
  private func noteContinuing(_ effect: RecordedEffect) {
    guard MainQueue.isCurrent else { return }
    MainActor.assumeIsolated {
      script.noteRunning(effect)
      script.noteCancellation(of: effect)
      effect.noteTurn(at: script.lastAnswerIndex ?? script.position)
    }
  }

  private func stream<Answer>(of call: Call) -> Answer? {
    guard case .stream(let type, let element) = call.endpoint.answer else { return nil }
    return stream(type, of: element, call) as? Answer
  }

  private func stream<Stream: RecordableStream>(
    _ type: Stream.Type, of elementType: any Recordable.Type, _ call: Call
  ) -> Stream {
    Stream.answered {
      let element = await call.pending.waitForElement()
      self.noteContinuing(call.effect)
      switch element {
      case .success(let bytes): return elementType.init(decoding: bytes) as? Stream.Element
      case .failure(let ended):
        switch ended.outcome {
        case .error(let text): throw RecordedCallError(description: text)
        case .thrown(let error): throw error.makeError() ?? error.description
        case .canceled: throw CancellationError()
        case .value, .failure, .unknown: return nil
        }
      }
    }
  }

  /// Returns the outcome of a call, which may throw; `nil` if the log does not have it.
  private func answer<Answer, Failure: Error>(
    _ outcome: CallOutcome, to call: Call
  ) -> Result<Answer, Failure>? {
    switch outcome {
    case .value(let bytes):
      guard case .value(let type) = call.endpoint.answer else {
        return (() as? Answer).map { .success($0) }
      }
      return (type.init(decoding: bytes) as? Answer).map { .success($0) }
    case .failure(let bytes):
      return call.endpoint.failure.flatMap { $0.init(decoding: bytes) as? Failure }
        .map { .failure($0) }
    case .error(let text):
      return (RecordedCallError(description: text) as? Failure).map { .failure($0) }
    case .thrown(let error):
      let error = error.makeError() ?? error.description
      return (error as? Failure).map { .failure($0) }
    case .canceled: return (CancellationError() as? Failure).map { .failure($0) }
    case .unknown: return nil
    }
  }
}

extension CallOutcome {
  /// Whether the outcome is an error whose type this app or the log lacks.
  var isUntypedError: Bool {
    switch self {
    case .error: true
    case .thrown(let error): error.makeError() == nil
    case .value, .failure, .canceled, .unknown: false
    }
  }
}

/// An error that a call threw when it was recorded. A log has only its description.
struct RecordedCallError: Error, LocalizedError, CustomStringConvertible {
  let description: String

  var errorDescription: String? { description }
}
