import SessionModel
import SessionDocument

/// The changes that make the calls of a log match what its effects do now.
struct CallEdits {
  /// The indices of the log's events, by the indices of the script's items that represent them.
  private var sources: [Int: Int] = [:]
  /// The number of events so far.
  var eventCount = 0
  /// The new contents of events by their indices; `nil` for an event that is left out.
  private var contents: [Int: EffectEvent.Content?] = [:]
  /// The ends of effects that the log lacks.
  private var ends: [EffectEvent] = []
  /// The calls that have changed.
  private(set) var changes: [CallChange] = []
  /// The effects that the log lacks, with their steps and positions, by their numbers in the store.
  var newEffects: [UInt64: (step: UInt64, position: Int)] = [:]

  var isEmpty: Bool { contents.isEmpty && ends.isEmpty }

  /// Notes the item of the current event.
  mutating func noteItem(_ item: Int) { sources[item] = eventCount }

  mutating func replace(item: Int, with content: EffectEvent.Content) {
    if let source = sources[item] { contents[source] = .some(content) }
  }

  mutating func leaveOut(item: Int) {
    if let source = sources[item] { contents[source] = .some(nil) }
  }

  mutating func add(end: EffectEvent) { ends.append(end) }

  mutating func note(_ change: CallChange) { changes.append(change) }

  /// Returns the changed events of a log with the steps up to `last`.
  func events(of log: [RecordedEvent], last: UInt64) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for (index, event) in log.enumerated() {
      guard let content = contents[index] ?? event.event.content else { continue }
      events.append(event.with(content))
    }
    let elapsed = log.last.map { $0.step == last ? $0.elapsedMilliseconds : 0 } ?? 0
    events += ends.map { RecordedEvent(step: last, elapsedMilliseconds: elapsed, event: $0) }
    return events.withNumbersInOrder()
  }
}

extension RecordedEvent {
  fileprivate func with(_ content: EffectEvent.Content) -> RecordedEvent {
    RecordedEvent(
      step: step, elapsedMilliseconds: elapsedMilliseconds,
      event: EffectEvent(
        effect: event.effect, content, isOfOtherTask: event.isOfOtherTask))
  }
}

extension [RecordedEvent] {
  /// Numbers the calls that start in the log in the order in which they start.
  ///
  /// A log that lacks steps keeps the numbers of the calls that began in them.
  fileprivate func withNumbersInOrder() -> [RecordedEvent] {
    let started = compactMap { event -> UInt64? in
      if case .called(let call, _, _) = event.event.content { call } else { nil }
    }
    let isWhole = Set(compactMap(\.event.content.call)).count == started.count
    let numbers = isWhole ? (0..<started.count).map { UInt64($0 + 1) } : started.sorted()
    let new = Dictionary(zip(started, numbers)) { first, _ in first }
    return map { event in
      let content: EffectEvent.Content =
        switch event.event.content {
        case .called(let call, let endpoint, let arguments):
          .called(call: new[call] ?? call, endpoint: endpoint, arguments: arguments)
        case .element(let call, let value): .element(call: new[call] ?? call, value: value)
        case .ended(let call, let outcome): .ended(call: new[call] ?? call, outcome)
        case .began, .sent, .dropped, .finished, .canceled, .abandoned, .interrupted:
          event.event.content
        }
      return event.with(content)
    }
  }
}
