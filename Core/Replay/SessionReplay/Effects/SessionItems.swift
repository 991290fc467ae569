import RecordCoding
import SessionModel
import SessionDocument

/// A reason why no effect of a log can be verified.
enum UnsuitableLog: Error {
  case unreadable
  /// The log has no state at its start, a gap, or changes that cannot be repeated.
  case incomplete

  var text: String {
    switch self {
    case .unreadable: "it cannot be read"
    case .incomplete: "it does not start with a state, or has a gap or changes from outside"
    }
  }

  static func reading<Value>(
    _ body: () throws(ReplayStop) -> Value
  ) throws(UnsuitableLog) -> Value {
    do throws(ReplayStop) { return try body() } catch { throw .unreadable }
  }
}

/// A source of the steps and events of a session, in their order.
@MainActor
protocol SessionItems<State, Action>: AnyObject {
  associatedtype State: Recordable
  associatedtype Action: Recordable

  /// Returns the next item, or `nil` at the end.
  func next() throws(UnsuitableLog) -> EffectSession<State, Action>.Item?
}

/// The items of a session in memory.
final class KeptItems<State: Recordable, Action: Recordable>: SessionItems {
  private var items: ArraySlice<EffectSession<State, Action>.Item>

  init(_ items: [EffectSession<State, Action>.Item]) {
    self.items = items[...]
  }

  func next() -> EffectSession<State, Action>.Item? { items.popFirst() }
}

/// The items of a log, which are read as they are needed.
final class LogItems<State: Recordable, Action: Recordable>: SessionItems {
  typealias Item = EffectSession<State, Action>.Item

  private let source: any StepSource<State, Action>
  private let events: any EventSource
  /// Whether values of shared state in the log have the same form as the app's values.
  private let hasSharedValues: Bool
  /// The step that follows the events before it.
  private var step: (item: Item?, number: UInt64)?
  private var isAtEnd = false

  /// Creates a source of the items after the state with which a log begins.
  init(
    _ source: some StepSource<State, Action>, _ events: some EventSource, hasSharedValues: Bool
  ) {
    (self.source, self.events, self.hasSharedValues) = (source, events, hasSharedValues)
  }

  func next() throws(UnsuitableLog) -> Item? {
    while true {
      if step == nil, !isAtEnd { step = try nextStep() }
      let event = try UnsuitableLog.reading { () throws(ReplayStop) in
        try events.nextOrStop(before: step?.number ?? .max)
      }
      if let event { return .event(event.event) }
      guard let (item, _) = step.take() else { return nil }
      if let item { return item }
    }
  }

  /// Returns the next step, mark or change from outside, with its number.
  private func nextStep() throws(UnsuitableLog) -> (item: Item?, number: UInt64)? {
    while true {
      let next = try UnsuitableLog.reading { () throws(ReplayStop) in try source.next() }
      switch next {
      case .end:
        isAtEnd = true
        return nil
      case .begins: throw .incomplete
      case .step(let step):
        let item = Item.step(
          step, source.action.pointee, references: source.actionReferences)
        return (item, step.number)
      case .outside(let step):
        guard hasSharedValues else { throw .incomplete }
        return (.outside(step.number), step.number)
      case .mark(let step, _): return (nil, step.number)
      case .keyframe, .digests: continue
      }
    }
  }
}
