import RecordCoding
import SessionModel

/// The latest large results of calls. If calls repeat a result, the log has it once.
struct RepeatedResults: Sendable {
  private static let maxCount = 8
  private static let maxBytes = 32 << 20

  /// Whether the log keeps all its blocks. Later blocks can then refer to their results.
  let isEnabled: Bool
  private var recent: [(call: UInt64, result: [UInt8])] = []

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Calls a closure with an event, or with a form of it that refers to an earlier result.
  mutating func withShortestForm(
    of event: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let shorter = shorten(event) else { return body(event) }
    shorter.withUnsafeBytes(body)
  }

  /// Returns a shorter form of an event that refers to an earlier result, or `nil` if none equals
  /// the result of the event.
  private mutating func shorten(_ event: UnsafeRawBufferPointer) -> [UInt8]? {
    guard isEnabled, event.count >= LargeResults.minLength,
      let event = try? EffectEvent(Array(event)),
      case .ended(let call, .value(let result)) = event.content
    else { return nil }
    guard let index = recent.firstIndex(where: { $0.result == result }) else {
      add(result, of: call)
      return nil
    }
    // The result that was used last is kept longest.
    let earlier = recent.remove(at: index)
    recent.append(earlier)
    var encoder = RecordEncoder()
    event.record(sameResultAs: earlier.call, into: &encoder)
    return encoder.bytes
  }

  private mutating func add(_ result: [UInt8], of call: UInt64) {
    guard (LargeResults.minLength...Self.maxBytes).contains(result.count) else { return }
    recent.append((call, result))
    while recent.count > Self.maxCount
      || recent.reduce(0, { $0 + $1.result.count }) > Self.maxBytes
    { recent.removeFirst() }
  }
}
