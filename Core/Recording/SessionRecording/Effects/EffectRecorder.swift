package import DependencyInjection
import Foundation
import Platform
package import RecordCoding
import RecordedValues
import SessionModel

/// A recorder of what effects do: their start and end, their actions, and their calls.
///
/// Events are in the log in the order in which they occurred. An event on the main thread is
/// written at once. A crash in the middle of a call therefore leaves the call in the log. Other
/// threads add their events to a list, which the main actor writes.
package final class EffectRecorder: EffectObserver {
  package let suppliesAnswers = false
  package let endpoints: CallableEndpoints
  private let coding: CallCoding
  private let pending = PendingEvents()
  /// The tasks that last as long as their effects, by the numbers of the running effects.
  private let tasks = Mutex<[UInt64: Int]>([:])
  private let unlisted = Mutex<Set<EndpointID>>([])
  /// Whether a log is being recorded.
  private let isRecording = Atomic(false)
  private let onUnlisted: @Sendable (String) -> Void
  /// Writes the pending events, unless a step is being reduced.
  @MainActor var write: () -> Void = {}

  nonisolated package init(
    _ endpoints: CallableEndpoints, masksText: Bool,
    onUnlisted: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.endpoints = endpoints
    coding = CallCoding(masksText: masksText)
    self.onUnlisted = onUnlisted
    ObservedEffect.beginObserving()
  }

  deinit {
    ObservedEffect.endObserving()
  }

  /// Records the calls of tasks and threads that no longer know their effect, while the result
  /// exists. Must not be called in a test, because other tests also make such calls. Calls on the
  /// main queue are ignored, because views make them.
  func receiveStrayCalls() -> StrayCalls.Registration {
    // A weak reference would make each reference to the recorder slower.
    StrayCalls.receive(by: { self }) { [self] in
      !MainQueue.isCurrent && isRecording.load(ordering: .relaxed)
    }
  }

  /// Notes that a log begins or ends.
  func noteLog(isOpen: Bool) { isRecording.store(isOpen, ordering: .relaxed) }

  /// Whether an event is pending. Checking is fast.
  @inline(__always)
  var hasAny: Bool { pending.hasAny }

  /// Removes the pending events, and passes the bytes of each to a closure, the oldest first.
  func take(_ body: (UnsafeRawBufferPointer) -> Void) {
    pending.take(body)
  }

  /// Removes the event of the action whose step is next, if an effect sent the action.
  func takeSent() -> EffectEvent? { pending.takeSent() }

  /// Continues the numbers of effects and calls after the numbers of a log that is resumed.
  func resume(afterEffect effect: UInt64, call: UInt64) {
    pending.resume(afterEffect: effect, call: call)
  }

  @MainActor package func effectDidBegin(_ effect: UInt64, startedBy step: UInt64) {
    pending.add(EffectEvent(effect: effect, .began(step: step)))
    write()
  }

  @MainActor package func effectTaskDidStart(_ effect: UInt64) {
    let task = Task.currentIdentity
    tasks.withLock { $0[effect] = task }
  }

  @MainActor package func effect<Action>(
    _ effect: UInt64, sends action: Action, reduce: @escaping @MainActor () -> Void
  ) {
    let event = EffectEvent(effect: effect, .sent, isOfOtherTask: isOtherTask(of: effect))
    pending.add(sent: event)
    reduce()
  }

  @MainActor package func effectDidDropAction(_ effect: UInt64, isLate: Bool) {
    guard !isLate else { return }
    pending.add(EffectEvent(effect: effect, .dropped))
    write()
  }

  package func effectIsInterrupted(_ effect: UInt64) {
    pending.add(EffectEvent(effect: effect, .interrupted))
    writeIfPossible()
  }

  @MainActor package func effectDidEnd(_ effect: UInt64, isCanceled: Bool) {
    tasks.withLock { $0[effect] = nil }
    pending.add(EffectEvent(effect: effect, isCanceled ? .canceled : .finished))
    write()
  }

  package func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let call = begin(id, arguments, of: effect) else { return try live() }
    do throws(Failure) {
      return finish(call, with: try unobserved(live, by: client(of: call)))
    } catch {
      finish(call, throwing: error)
      throw error
    }
  }

  package func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    guard let call = begin(id, arguments, of: effect) else { return try await live() }
    do throws(Failure) {
      return finish(call, with: try await unobserved(live, by: client(of: call)))
    } catch {
      finish(call, throwing: error)
      throw error
    }
  }
}

// MARK: Calls

extension EffectRecorder {
  private struct Call {
    let effect: UInt64
    let number: UInt64
    let endpoint: CallableEndpoint
  }

  /// The scope of the client that performs a call.
  private func client(of call: Call) -> ObservedEffect {
    ObservedEffect(number: call.effect, observer: self, performsCall: true)
  }

  /// Records the beginning of a call. Returns `nil` if calls of the endpoint are not recorded.
  private func begin<Arguments>(
    _ id: EndpointID, _ arguments: Arguments, of effect: UInt64
  ) -> Call? {
    guard let index = endpoints[id] else {
      let isFirst = unlisted.withLock { $0.insert(id).inserted }
      if isFirst { onUnlisted(id.name) }
      return nil
    }
    let endpoint = endpoints.list[index]
    var encoder = coding.encoder()
    endpoint.record(arguments, into: &encoder)
    if encoder.hasFailed { encoder.reset() }
    let number = pending.addCall(
      of: effect, toEndpoint: index, arguments: encoder, isOfOtherTask: isOtherTask(of: effect))
    writeIfPossible()
    return Call(effect: effect, number: number, endpoint: endpoint)
  }

  private func finish<Answer>(_ call: Call, with answer: Answer) -> Answer {
    switch call.endpoint.answer {
    case .none: end(call, .value([]))
    case .value(let type): end(call, outcome(of: answer, as: type))
    case .stream:
      if let stream = answer as? any RecordableStream,
        let observed = observe(stream, of: call) as? Answer
      {
        return observed
      }
      end(call, .unknown)
    }
    return answer
  }

  private func observe<Stream: RecordableStream>(_ stream: Stream, of call: Call) -> Stream {
    // Once an element could not be recorded, the call has ended for the log.
    let hasEnded = Atomic(false)
    return stream.observed { [self] element in
      guard !hasEnded.load(ordering: .relaxed) else { return }
      guard case .value(let value) = outcome(of: element) else {
        hasEnded.store(true, ordering: .relaxed)
        return end(call, .unknown)
      }
      pending.add(EffectEvent(effect: call.effect, .element(call: call.number, value: value)))
      writeIfPossible()
    } ended: { [self] error in
      guard !hasEnded.load(ordering: .relaxed) else { return }
      if let error { finish(call, throwing: error) } else { end(call, .value([])) }
    }
  }

  private func finish(_ call: Call, throwing error: any Error) {
    // A client can throw this error on its own. It is a cancellation only if the effect was
    // canceled.
    if error is CancellationError, Task.isCancelled {
      end(call, .canceled)
    } else if call.endpoint.failure != nil, let error = error as? any Recordable {
      if case .value(let bytes) = outcome(of: error) {
        end(call, .failure(bytes))
      } else {
        end(call, .unknown)
      }
    } else {
      end(call, coding.masksText ? .unknown : .thrown(ThrownError(error, coding: coding)))
    }
  }

  private func outcome<Value>(of value: Value) -> CallOutcome {
    guard let value = value as? any Recordable else { return .unknown }
    return recordedOutcome(of: value)
  }

  private func recordedOutcome(of value: some Recordable) -> CallOutcome {
    guard let bytes = coding.bytes({ encoder in encoder.encode(value) }) else { return .unknown }
    return coding.hidesText(of: value, in: bytes) ? .unknown : .value(bytes)
  }

  /// Encodes a value of a known type, which takes a tenth of the time of a cast.
  private func outcome<Value, Known: Recordable>(of value: Value, as type: Known.Type)
    -> CallOutcome
  {
    guard Value.self == Known.self else { return outcome(of: value) }
    return withUnsafePointer(to: value) { value in
      value.withMemoryRebound(to: Known.self, capacity: 1) { recordedOutcome(of: $0.pointee) }
    }
  }

  private func end(_ call: Call, _ outcome: CallOutcome) {
    pending.add(EffectEvent(effect: call.effect, .ended(call: call.number, outcome)))
    writeIfPossible()
  }
}

// MARK: Writing

extension EffectRecorder {
  /// Whether the current task is not the effect's own task.
  private func isOtherTask(of effect: UInt64) -> Bool {
    let task = Task.currentIdentity
    return tasks.withLock { $0[effect] } != task
  }

  /// Writes the pending events at once on the main thread, and as soon as possible on others.
  private func writeIfPossible() {
    if MainQueue.isCurrent { return MainActor.assumeIsolated { write() } }
    guard pending.scheduleWriting() else { return }
    Task { @MainActor in writeAndWait() }
  }

  /// Writes the pending events, and writes again after a millisecond until there are none.
  ///
  /// Waking the main thread for each event would take most of the time of a call.
  @MainActor private func writeAndWait() {
    write()
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { [self] in
      MainActor.assumeIsolated {
        if !pending.endWriting() { writeAndWait() }
      }
    }
  }
}

/// The form in which calls are stored, and in which a replay compares its calls with them.
package struct CallCoding: Sendable {
  /// Whether texts are masked, because they may contain secrets that are not known yet.
  package let masksText: Bool

  package init(masksText: Bool) {
    self.masksText = masksText
  }

  func encoder() -> RecordEncoder {
    var encoder = RecordEncoder()
    if masksText {
      encoder.redaction = .masks
      encoder.masksText = true
    }
    return encoder
  }

  /// Returns encoded values, or `nil` if a value cannot be recorded.
  package func bytes(_ encode: (inout RecordEncoder) -> Void) -> [UInt8]? {
    var encoder = encoder()
    encode(&encoder)
    return encoder.hasFailed ? nil : encoder.bytes
  }

  func hidesText(of value: some Recordable, in bytes: [UInt8]) -> Bool {
    hidesText(in: bytes) { encoder in encoder.encode(value) }
  }

  /// Whether values contain text that is masked in their encoded form.
  package func hidesText(in bytes: [UInt8], _ encode: (inout RecordEncoder) -> Void) -> Bool {
    guard masksText else { return false }
    var encoder = RecordEncoder()
    encode(&encoder)
    return encoder.bytes != bytes
  }
}

/// Calls an endpoint outside of any effect. Calls within it are not recorded.
func unobserved<Answer, Failure: Error>(
  _ live: () throws(Failure) -> Answer, by client: ObservedEffect
) throws(Failure) -> Answer {
  // A result as a value would take a tenth of the time of a call.
  var failure: Failure?
  do {
    return try ObservedEffect.$bound.withValue(client) {
      do throws(Failure) { return try live() } catch {
        failure = error
        throw error
      }
    }
  } catch {
    guard let failure else { preconditionFailure("only the endpoint throws") }
    throw failure
  }
}

/// Calls an asynchronous endpoint outside of any effect.
func unobserved<Answer, Failure: Error>(
  _ live: () async throws(Failure) -> Answer, by client: ObservedEffect
) async throws(Failure) -> Answer {
  var failure: Failure?
  do {
    return try await ObservedEffect.$bound.withValue(client) {
      do throws(Failure) { return try await live() } catch {
        failure = error
        throw error
      }
    }
  } catch {
    guard let failure else { preconditionFailure("only the endpoint throws") }
    throw failure
  }
}
