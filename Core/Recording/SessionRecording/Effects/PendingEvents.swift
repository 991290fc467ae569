import Platform
import RecordCoding
package import SessionModel

/// The events of effects that are not in the log yet, in the order in which they occurred.
///
/// Any thread can add events. One thread at a time takes them.
package final class PendingEvents: Sendable {
  private struct Content: ~Copyable {
    /// The bytes of the events, one after the other.
    var bytes = RecordEncoder()
    /// The end of each event.
    var ends: [Int] = []
    var lastCall: UInt64 = 0
    /// The number of the last effect of the log that is resumed.
    var lastResumedEffect: UInt64 = 0
    var isWritingScheduled = false
    /// The event of an action, which is written right before the step of the action.
    var sent: EffectEvent?

    /// Returns the number in the log of an effect of the store.
    func number(of effect: UInt64) -> UInt64 {
      effect == EffectEvent.strayCalls ? effect : lastResumedEffect + effect
    }
  }

  private let content = Mutex(Content())
  private let hasEvents = Atomic(false)

  package init() {}

  /// Whether an event is pending. Checking is fast.
  @inline(__always)
  var hasAny: Bool { hasEvents.load(ordering: .relaxed) }

  /// Continues the numbers of effects and calls after the numbers of a log that is resumed.
  func resume(afterEffect effect: UInt64, call: UInt64) {
    content.withLock { ($0.lastResumedEffect, $0.lastCall) = (effect, call) }
  }

  package func add(_ event: EffectEvent) {
    content.withLock { content in
      numbered(event, content).record(into: &content.bytes)
      end(&content)
    }
  }

  /// Adds the event of an action whose step is next. Other threads may add events before the step.
  package func add(sent event: EffectEvent) {
    content.withLock { content in
      content.sent = numbered(event, content)
      hasEvents.store(true, ordering: .relaxed)
    }
  }

  private func numbered(_ event: EffectEvent, _ content: borrowing Content) -> EffectEvent {
    EffectEvent(
      effect: content.number(of: event.effect), event.content, isOfOtherTask: event.isOfOtherTask)
  }

  /// Adds the start of a call with its encoded arguments. Returns the number of the call.
  func addCall(
    of effect: UInt64, toEndpoint index: Int, arguments: borrowing RecordEncoder,
    isOfOtherTask: Bool
  ) -> UInt64 {
    content.withLock { content in
      content.lastCall += 1
      EffectEvent(
        effect: content.number(of: effect),
        .called(call: content.lastCall, endpoint: index, arguments: []),
        isOfOtherTask: isOfOtherTask
      ).record(into: &content.bytes)
      arguments.withUnsafeBytes { content.bytes.append(contentsOf: $0) }
      end(&content)
      return content.lastCall
    }
  }

  private func end(_ content: inout Content) {
    content.ends.append(content.bytes.count)
    hasEvents.store(true, ordering: .relaxed)
  }

  /// Removes the event of the action whose step is next.
  package func takeSent() -> EffectEvent? {
    content.withLock { $0.sent.take() }
  }

  /// Removes the events, and passes the bytes of each to a closure, the oldest first.
  ///
  /// If an action's step is next, the event of the action stays.
  package func take(_ body: (UnsafeRawBufferPointer) -> Void) {
    var bytes = RecordEncoder()
    var ends: [Int] = []
    content.withLock { content in
      swap(&bytes, &content.bytes)
      swap(&ends, &content.ends)
      hasEvents.store(false, ordering: .relaxed)
    }
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in ends {
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }

  /// Returns whether the caller must write the events, because nothing else will.
  func scheduleWriting() -> Bool {
    content.withLock { content in
      defer { content.isWritingScheduled = true }
      return !content.isWritingScheduled
    }
  }

  /// Balances `scheduleWriting()`. Returns `false` if there are further events to write.
  func endWriting() -> Bool {
    content.withLock { content in
      content.isWritingScheduled = !content.ends.isEmpty
      return !content.isWritingScheduled
    }
  }
}
