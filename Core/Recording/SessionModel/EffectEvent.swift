package import RecordCoding

/// An event of an effect between two steps: its start or end, an action, or a part of a call.
package struct EffectEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The effect started. A step returned it.
    case began(step: UInt64)
    /// The effect called an endpoint, which is an index into the header's list.
    case called(call: UInt64, endpoint: Int, arguments: [UInt8])
    /// A stream that the call returned produced an element.
    case element(call: UInt64, value: [UInt8])
    /// The call, or the stream that it returned, ended.
    case ended(call: UInt64, CallOutcome)
    /// The effect sent the action of the next step.
    case sent
    case finished
    case canceled
    /// The effect sent an action after it was canceled. The store dropped the action.
    case dropped
    /// The session was resumed without the effect, which was in progress.
    case abandoned
    /// Code outside of the store canceled the effect.
    case interrupted
  }

  /// The number of the effect, or 0 for the calls of tasks and threads that no longer know theirs.
  /// Numbers follow the order in which effects start.
  package let effect: UInt64
  /// The effect number of stray calls.
  package static let strayCalls: UInt64 = 0
  package let content: Content
  /// Whether the event comes from a task other than the effect's own, which lasts as long as the
  /// effect. Only the order of events of one task is always the same.
  package let isOfOtherTask: Bool

  package init(effect: UInt64, _ content: Content, isOfOtherTask: Bool = false) {
    self.effect = effect
    self.content = content
    self.isOfOtherTask = isOfOtherTask
  }
}

/// The end of a call.
package enum CallOutcome: Hashable, Sendable {
  /// The encoded result. Empty for a call that returns nothing, and for a stream.
  case value([UInt8])
  /// The encoded error, for an endpoint whose type of errors is recordable.
  case failure([UInt8])
  /// The description of an error whose type and value are unknown.
  case error(String)
  /// An error of any type.
  case thrown(ThrownError)
  case canceled
  /// The result could not be recorded, or contains text that may be secret.
  case unknown
}

extension EffectEvent {
  /// Writes the event. `Documentation/Reference/LogFormat.md`, "Events", describes the bytes.
  package func record(into encoder: inout RecordEncoder) {
    func head(_ kind: UInt8, _ numbers: UInt64...) {
      encoder.append(byte: kind)
      encoder.append(varint: effect)
      for number in numbers { encoder.append(varint: number) }
    }
    switch content {
    case .began(let step): head(0, step)
    case .called(let call, let endpoint, let arguments):
      head(isOfOtherTask ? 8 : 1, call, UInt64(endpoint))
      encoder.append(contentsOf: arguments)
    case .element(let call, let value):
      head(2, call)
      encoder.append(contentsOf: value)
    case .ended(let call, let outcome):
      head(3, call)
      outcome.record(into: &encoder)
    case .sent: head(isOfOtherTask ? 9 : 4)
    case .finished: head(5)
    case .canceled: head(6)
    case .dropped: head(7)
    case .abandoned: head(10)
    case .interrupted: head(11)
    }
  }

  /// Calls a closure with the bytes of the event, which are valid only during the call.
  package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    var encoder = RecordEncoder()
    record(into: &encoder)
    encoder.withUnsafeBytes(body)
  }

  /// Writes the end of a call with a reference to an earlier result in place of its own.
  package func record(sameResultAs call: UInt64, into encoder: inout RecordEncoder) {
    guard case .ended(let ended, _) = content else { return record(into: &encoder) }
    encoder.append(byte: 3)
    for number in [effect, ended] { encoder.append(varint: number) }
    encoder.append(byte: CallOutcome.sameResult)
    encoder.append(varint: call)
  }

  /// Reads an event that refers to no earlier result.
  package init(_ bytes: [UInt8]) throws(BadBlock) {
    var results = LargeResults(mayBeLost: false)
    try self.init(from: bytes, in: bytes.indices, &results)
  }

  /// Reads the event in a range of a payload, and keeps its result for later events.
  package init(
    from payload: [UInt8], in range: Range<Int>, _ results: inout LargeResults
  ) throws(BadBlock) {
    var decoder = RecordDecoder(payload, in: range)
    var earlier: UInt64?
    var (effect, content, isOfOtherTask) = try BadBlock.reading {
      let kind = try decoder.tag(below: 12)
      let effect = try decoder.varint(UInt64.self)
      let content: Content
      switch kind {
      case 0: content = .began(step: try decoder.varint(UInt64.self))
      case 1, 8:
        let call = try decoder.varint(UInt64.self)
        let endpoint = Int(try decoder.varint(UInt32.self))
        content = .called(
          call: call, endpoint: endpoint, arguments: Array(try decoder.take(decoder.remaining)))
      case 2:
        let call = try decoder.varint(UInt64.self)
        content = .element(call: call, value: Array(try decoder.take(decoder.remaining)))
      case 3:
        let call = try decoder.varint(UInt64.self)
        content = .ended(call: call, try CallOutcome(from: &decoder, sameAs: &earlier))
      case 4, 9: content = .sent
      case 5: content = .finished
      case 6: content = .canceled
      case 7: content = .dropped
      case 10: content = .abandoned
      default: content = .interrupted
      }
      return (effect, content, kind == 8 || kind == 9)
    }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
    if case .ended(let call, let outcome) = content {
      let outcome = try earlier.map(results.outcome) ?? outcome
      if case .value(let result) = outcome { results.add(result, of: call) }
      content = .ended(call: call, outcome)
    }
    self.init(effect: effect, content, isOfOtherTask: isOfOtherTask)
  }
}

extension CallOutcome {
  fileprivate static let sameResult: UInt8 = 6

  fileprivate func record(into encoder: inout RecordEncoder) {
    switch self {
    case .value(let bytes):
      encoder.append(byte: 0)
      encoder.append(contentsOf: bytes)
    case .failure(let bytes):
      encoder.append(byte: 1)
      encoder.append(contentsOf: bytes)
    case .error(let text):
      encoder.append(byte: 2)
      encoder.append(contentsOf: Array(text.utf8))
    case .canceled: encoder.append(byte: 3)
    case .unknown: encoder.append(byte: 4)
    case .thrown(let error):
      encoder.append(byte: 5)
      error.record(into: &encoder)
    }
  }

  /// Reads an outcome, or the number of an earlier call with the same outcome.
  fileprivate init(
    from decoder: inout RecordDecoder, sameAs earlier: inout UInt64?
  ) throws(RecordDecodingError) {
    switch try decoder.tag(below: 7) {
    case 0: self = .value(Array(try decoder.take(decoder.remaining)))
    case 1: self = .failure(Array(try decoder.take(decoder.remaining)))
    case 2: self = .error(String(decoding: try decoder.take(decoder.remaining), as: UTF8.self))
    case 3: self = .canceled
    case 4: self = .unknown
    case 5: self = .thrown(try ThrownError(from: &decoder))
    default:
      earlier = try decoder.varint(UInt64.self)
      self = .unknown
    }
  }
}

/// The location of an event in a block.
package struct EventLocation: Hashable, Sendable {
  /// The number of steps of the block before the event.
  package let stepsBefore: Int
  /// The milliseconds since the last step before the event, possibly one of an earlier block.
  package let elapsedMilliseconds: UInt64
  /// The range of the event in the block's `eventBytes`.
  package let content: Range<Int>
}

/// The events of a block that is being written.
struct EventColumns: ~Copyable, Sendable {
  /// The bytes before the events, where a chunk has its step count: 0, in two bytes.
  static let mark: [UInt8] = [0x80, 0]

  private var events = RecordEncoder()
  private var numbers = EventNumbers()
  private(set) var count = 0
  private var lastStep = 0

  var length: Int { events.count }

  mutating func append(
    _ content: some Collection<UInt8>, after stepCount: Int, elapsed: UInt64
  ) {
    events.append(count: stepCount - lastStep)
    events.append(varint: elapsed)
    var differences = RecordEncoder()
    numbers.append(differencesOf: Array(content), to: &differences)
    differences.withUnsafeBytes { events.append(counted: $0) }
    lastStep = stepCount
    count += 1
  }

  func encode(into encoder: inout RecordEncoder) {
    guard count > 0 else { return }
    encoder.append(contentsOf: Self.mark)
    encoder.append(count: count)
    events.withUnsafeBytes { encoder.append(contentsOf: $0) }
  }
}

extension [EventLocation] {
  /// The maximum number of events in a block, which bounds the memory for decoding.
  private static let limit = 1 << 20

  /// Reads the events of a block with a number of steps, if it has any. Writes the events with
  /// their whole numbers to `bytes`.
  init(
    from decoder: inout RecordDecoder, of payload: [UInt8], stepCount: Int,
    into bytes: inout RecordEncoder
  ) throws(BadBlock) {
    self = []
    var numbers = EventNumbers()
    guard decoder.remaining > EventColumns.mark.count,
      EventColumns.mark.indices.allSatisfy({
        decoder[decoder.position + $0] == EventColumns.mark[$0]
      })
    else { return }
    var stepsBefore = 0
    let count = try BadBlock.reading {
      _ = try decoder.take(EventColumns.mark.count)
      return try decoder.count()
    }
    guard 1...Self.limit ~= count else { throw .badEventCount(count) }
    for _ in 0..<count {
      let (steps, elapsed, content) = try BadBlock.reading {
        (
          Int(try decoder.varint(UInt32.self)), try decoder.varint(UInt64.self),
          try decoder.countedRange()
        )
      }
      stepsBefore += steps
      guard stepsBefore <= stepCount else { throw .badEventCount(count) }
      let start = bytes.count
      numbers.append(wholeOf: payload, in: content, to: &bytes)
      append(
        EventLocation(
          stepsBefore: stepsBefore, elapsedMilliseconds: elapsed, content: start..<bytes.count))
    }
  }
}
