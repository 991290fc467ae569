import RecordCoding
import RecordedValues
import SessionModel

/// An effect of a log, with what it did, and what it has done so far in a replay.
@MainActor
final class RecordedEffect {
  /// A thing that an effect does, as opposed to an answer that it gets.
  enum Output {
    case called(PendingCall)
    /// The closure reduces the action.
    case sent(@MainActor () -> Void)
    case finished
    case canceled
  }

  struct Entry {
    let content: EffectEvent.Content
    /// The index among all steps and events of the log.
    let index: Int
  }

  /// The number of the step that returned the effect.
  let step: UInt64
  /// The position among the effects of the step, from 1.
  let position: Int
  /// What is recorded after the start of the effect.
  fileprivate(set) var entries: [Entry] = []
  /// The index of the first entry that may not have been replayed.
  private(set) var next = 0
  /// The indices of the outputs that have been replayed.
  private var done: Set<Int> = []
  /// The outputs of the replay whose turn has not come.
  var pending: [Output] = []
  /// The unanswered calls by their numbers in the log.
  var calls: [UInt64: PendingCall] = [:]
  /// The outcomes that were returned before their turn, by the numbers of their calls.
  var answered: Set<UInt64> = []
  /// The reason why the effect cannot be verified; `nil` if it can.
  var obstacle: String?

  init(step: UInt64, position: Int) {
    self.step = step
    self.position = position
  }

  func append(_ content: EffectEvent.Content, at index: Int) {
    entries.append(Entry(content: content, index: index))
  }

  /// Marks the output at an index of the log as replayed.
  func finishOutput(at index: Int) {
    done.insert(index)
  }

  /// Returns the next answer before an index of the log, and marks it as given if `take` accepts
  /// it. Returns `nil` if there is none.
  func takeAnswer(
    before index: Int, _ take: (EffectEvent.Content) -> Bool
  ) -> EffectEvent.Content? {
    while next < entries.count, entries[next].index < index {
      let entry = entries[next]
      if done.remove(entry.index) == nil, !isAnswered(entry.content) {
        guard take(entry.content) else { return nil }
        next += 1
        return entry.content
      }
      next += 1
    }
    return nil
  }

  /// Whether the log has an answer to a call that was not given yet.
  func hasAnswer(to call: UInt64) -> Bool {
    entries[next...].contains { entry in
      switch entry.content {
      case .element(call, _), .ended(call, _): true
      default: false
      }
    }
  }

  private func isAnswered(_ content: EffectEvent.Content) -> Bool {
    if case .ended(let call, _) = content { answered.contains(call) } else { false }
  }

  /// Takes the pending output that fits an entry, if there is one.
  ///
  /// Calls that are in progress at the same time may have begun in any order.
  func takeOutput(for content: EffectEvent.Content) -> Output? {
    switch content {
    case .called(_, let endpoint, let arguments):
      for (index, output) in pending.enumerated() {
        guard case .called(let call) = output else { return nil }
        if call.endpoint == endpoint, call.arguments == arguments {
          return pending.remove(at: index)
        }
      }
      return nil
    case .sent:
      if case .sent? = pending.first { return pending.removeFirst() }
    case .finished:
      if case .finished? = pending.first { return pending.removeFirst() }
    case .canceled:
      if case .canceled? = pending.first { return pending.removeFirst() }
    case .began, .element, .ended: break
    }
    return nil
  }

  /// Returns the recorded outcome of a call whose caller waits for it without suspending.
  func outcome(ofImmediateCall endpoint: Int, _ arguments: [UInt8]) -> CallOutcome? {
    for entry in entries[next...] {
      switch entry.content {
      case .called(let call, endpoint, arguments) where !answered.contains(call):
        answered.insert(call)
        for case .ended(call, let outcome) in entries.lazy.map(\.content) { return outcome }
        return nil
      case .called, .ended, .element, .began: continue
      case .sent, .finished, .canceled: return nil
      }
    }
    return nil
  }
}

/// A call that an effect made in a replay.
@MainActor
final class PendingCall {
  /// The index of the endpoint in the header of the log.
  let endpoint: Int
  let arguments: [UInt8]
  private var outcome: CallOutcome?
  private var elements: [[UInt8]] = []
  private var continuation: UnsafeContinuation<Void, Never>?

  init(endpoint: Int, arguments: [UInt8]) {
    self.endpoint = endpoint
    self.arguments = arguments
  }

  /// Whether an element was delivered that the effect has not taken.
  var hasElement: Bool { !elements.isEmpty }

  func deliver(element: [UInt8]) {
    elements.append(element)
    resume()
  }

  func end(with outcome: CallOutcome) {
    self.outcome = self.outcome ?? outcome
    resume()
  }

  /// Waits for the outcome.
  func waitForOutcome() async -> CallOutcome {
    while true {
      if let outcome { return outcome }
      await suspend()
    }
  }

  /// Waits for the next element, or returns the outcome of the stream.
  func waitForElement() async -> Result<[UInt8], Ended> {
    while true {
      if !elements.isEmpty { return .success(elements.removeFirst()) }
      if let outcome { return .failure(Ended(outcome: outcome)) }
      await suspend()
    }
  }

  struct Ended: Error {
    let outcome: CallOutcome
  }

  private func suspend() async {
    await withUnsafeContinuation { continuation = $0 }
  }

  private func resume() {
    continuation.take()?.resume()
  }
}

extension SessionHeader {
  /// Returns a call as text, such as `NthPrimeClient.find(17)`.
  func text(ofCallOf endpoint: Int, _ arguments: [UInt8]) -> String {
    guard let endpoint = endpoints.flatMap({ $0.indices.contains(endpoint) ? $0[endpoint] : nil })
    else { return "an unknown endpoint" }
    var decoder = RecordDecoder(arguments)
    let text = ValueText(schema: schema)
    let values = endpoint.arguments.map { type in
      (try? decoder.decodeValue(of: type, in: schema)).map { text.text(of: $0, as: type) } ?? "?"
    }
    return "\(endpoint.name)(\(values.joined(separator: ", ")))"
  }
}
