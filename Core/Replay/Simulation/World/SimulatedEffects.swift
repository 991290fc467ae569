import DependencyInjection
import Foundation
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionModel
import SessionRecording
import SharedState

/// The observer of a simulated session's effects, which answers their calls from the world.
///
/// A client with a simulation value answers by itself, after a delay. All others get drawn answers,
/// errors and delays.
final class SimulatedEffects: EffectObserver {
  /// The clocks and the storage of the world answer their calls themselves.
  let suppliesAnswers = false
  private let world: SimulatedWorld
  private let recorder: EffectRecorder
  private let answers: DrawnAnswers
  @MainActor private var causes: [UInt64: Int] = [:]
  /// The effects that have begun and not ended, with the numbers of their steps.
  @MainActor private(set) var running: [UInt64: UInt64] = [:]
  /// The number of actions that effects sent since the last act or event.
  @MainActor private var sendCount = 0
  /// A handler that is called before the work of an effect sends an action.
  @MainActor var onSend: () -> Void = {}

  @MainActor
  init(_ world: SimulatedWorld, recorder: EffectRecorder, answers: DrawnAnswers) {
    (self.world, self.recorder, self.answers) = (world, recorder, answers)
  }

  /// Whether effects sent so many actions at one moment that their next ones are ignored.
  ///
  /// Effects that start one another run in one job. A limit of jobs would take a minute to reach.
  @MainActor var isEndless: Bool { sendCount > 10_000 }

  /// Begins a new moment, in which effects may send actions again.
  @MainActor func beginMoment() { sendCount = 0 }

  @MainActor func effectDidBegin(_ effect: UInt64, startedBy step: UInt64) {
    causes[effect] = world.cause
    running[effect] = step
    recorder.effectDidBegin(effect, startedBy: step)
  }

  @MainActor func effectTaskDidStart(_ effect: UInt64) { recorder.effectTaskDidStart(effect) }

  @MainActor func effect<Action>(
    _ effect: UInt64, sends action: Action, reduce: @escaping @MainActor () -> Void
  ) {
    sendCount += 1
    guard !isEndless else { return }
    world.cause = causes[effect] ?? world.cause
    onSend()
    recorder.effect(effect, sends: action, reduce: reduce)
  }

  @MainActor func effectDidDropAction(_ effect: UInt64, isLate: Bool) {
    recorder.effectDidDropAction(effect, isLate: isLate)
  }

  func effectIsInterrupted(_ effect: UInt64) { recorder.effectIsInterrupted(effect) }

  @MainActor func effectDidEnd(_ effect: UInt64, isCanceled: Bool) {
    running[effect] = nil
    recorder.effectDidEnd(effect, isCanceled: isCanceled)
  }

  func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let choice = begin(id, of: effect, isImmediate: true)
    return try recorder.answer(to: id, arguments, of: effect) { () throws(Failure) in
      guard let choice else { return try live() }
      if case .stream(let type, let element) = choice.endpoint.answer,
        let stream = stream(type, of: element, choice) as? Answer
      {
        return stream
      }
      if choice.outcome == .failure, let error: Failure = choice.error() { throw error }
      guard let answer: Answer = choice.answer() else { return try live() }
      return answer
    }
  }

  func answer<Arguments, Answer, Failure: Error>(
    to id: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let choice = begin(id, of: effect, isImmediate: false)
    return try await recorder.answer(to: id, arguments, of: effect) { () async throws(Failure) in
      guard let choice else { return try await live() }
      if case .stream(let type, let element) = choice.endpoint.answer, !choice.callsClient,
        let stream = stream(type, of: element, choice) as? Answer
      {
        return stream
      }
      if await !choice.wait(in: world), let error = CancellationError() as? Failure { throw error }
      if choice.callsClient {
        // An error of storage may occur after the data was written.
        let answer = choice.outcome == .failureAfterwards ? try await live() : nil
        if choice.outcome != .answer, let error: Failure = choice.error() { throw error }
        if let answer { return answer }
        return try await live()
      }
      if choice.outcome == .failure, let error: Failure = choice.error() { throw error }
      guard let answer: Answer = choice.answer() else { return try await live() }
      return answer
    }
  }

  /// Chooses the answer to a call. Returns `nil` for calls that the client answers at once.
  private func begin(_ id: EndpointID, of effect: UInt64, isImmediate: Bool) -> SimulatedAnswer? {
    MainQueue.run {
      let cause = causes[effect] ?? world.cause
      world.cause = cause
      return answers.choose(answerTo: id, of: cause, isImmediate: isImmediate, in: world)
    }
  }

  private func stream<Stream: RecordableStream>(
    _ type: Stream.Type, of element: any Recordable.Type, _ choice: SimulatedAnswer
  ) -> Stream {
    let elements = SimulatedElements(choice)
    return Stream.answered {
      let bytes = try await elements.next(in: self.world)
      return bytes.flatMap { element.init(decoding: $0) as? Stream.Element }
    }
  }
}

/// The elements of a simulated stream, which ends after some of them.
@MainActor
private final class SimulatedElements {
  private var choice: SimulatedAnswer
  private var remaining: Int

  nonisolated init(_ choice: SimulatedAnswer) {
    self.choice = choice
    remaining = choice.elementCount
  }

  func next(in world: SimulatedWorld) async throws -> [UInt8]? {
    guard await choice.wait(in: world) else { throw CancellationError() }
    guard remaining > 0, let bytes = choice.nextElement() else {
      if choice.outcome == .failure { throw choice.plainError }
      return nil
    }
    remaining -= 1
    return bytes
  }
}
