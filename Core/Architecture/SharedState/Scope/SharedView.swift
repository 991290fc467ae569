import Platform

/// The shared values that a test's assertion sees.
///
/// Expected values are initialized from the values before the step, and the test modifies them.
/// They are compared to the values after or before the step.
package final class SharedView: Sendable {
  private struct Expectation: @unchecked Sendable {
    // `@unchecked Sendable`, because expected values are only read.
    let box: any AnySharedBox
    let value: Any
  }

  private struct Content {
    var expected: [ObjectIdentifier: Expectation] = [:]
    var comparesBefore = false
    var isComparing = false
    var showsCompared = false
  }

  private let timeline: SharedTimeline
  private let start: Int
  private let before: Int
  private let after: Int
  private let content = Mutex(Content())

  /// Creates a view of changes. Expected values are initialized from `start`, by default `before`.
  package init(of timeline: SharedTimeline, from before: Int, to after: Int, start: Int? = nil) {
    self.timeline = timeline
    self.start = start ?? before
    self.before = before
    self.after = after
  }

  func value<Value>(of box: SharedBox<Value>, _ side: SharedSide) -> Value? {
    let content = content.withLock { ($0.isComparing, $0.comparesBefore, $0.showsCompared) }
    switch side {
    case .compared where content.0: break
    case .current where content.2: break
    case .current, .expected, .compared: return expectedValue(of: box)
    }
    return timeline.value(of: box, at: content.1 ? before : after) as? Value
  }

  func expectedValue<Value>(of box: SharedBox<Value>) -> Value? {
    anyExpectedValue(of: box) as? Value
  }

  private func anyExpectedValue(of box: any AnySharedBox) -> Any? {
    content.withLock { $0.expected[ObjectIdentifier(box)] }?.value
      ?? timeline.value(of: box, at: start)
  }

  func expect<Value>(_ value: Value, in box: SharedBox<Value>) {
    let expectation = Expectation(box: box, value: value)
    content.withLock { $0.expected[ObjectIdentifier(box)] = expectation }
  }

  /// Compares expected values, on the left, with the values after or before the step.
  package func comparing<Result>(withBefore: Bool = false, _ body: () -> Result) -> Result {
    content.withLock { ($0.isComparing, $0.comparesBefore) = (true, withBefore) }
    defer { content.withLock { ($0.isComparing, $0.comparesBefore) = (false, false) } }
    return body()
  }

  package func showingActual<Result>(_ body: () -> Result) -> Result {
    showing(compared: true, body)
  }

  /// Runs a function in which shared values have their expected values. Must be called within
  /// `showingActual`.
  package func showingExpected<Result>(_ body: () -> Result) -> Result {
    showing(compared: false, body)
  }

  private func showing<Result>(compared: Bool, _ body: () -> Result) -> Result {
    let outer = content.withLock { content in
      defer { content.showsCompared = compared }
      return content.showsCompared
    }
    defer { content.withLock { $0.showsCompared = outer } }
    return body()
  }

  /// Whether no shared value has changed since the step began, and the test expects no change.
  package var isQuiet: Bool {
    timeline.position <= before && content.withLock { $0.expected.isEmpty }
  }

  /// Whether a shared value was written before the end of the step, even with an equal value.
  package var hasWrites: Bool { !timeline.boxes(changedFrom: before, to: after).isEmpty }

  /// Whether an expected value may differ from the value after the step.
  package var mayDiffer: Bool {
    var boxes = timeline.boxes(changedFrom: min(start, before), to: after)
    boxes += content.withLock { $0.expected.values.map(\.box) }
    return boxes.contains { box in
      let expected = anyExpectedValue(of: box) ?? box.anyValue
      let actual = timeline.value(of: box, at: after) ?? box.anyValue
      return box.areEqual(expected, actual) != true
    }
  }
}
