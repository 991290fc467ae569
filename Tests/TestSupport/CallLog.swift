import Foundation
package import RecordCoding
import SessionLog
package import SessionModel

/// A log of an app that finds prime numbers, with the events of its effects.
///
/// The state is the number that was found last. An action is `load`, or `loaded` with a number.
package struct CallLog: ~Copyable {
  package enum Endpoint: Int {
    case find, updates, save
  }

  package var header: SessionHeader
  private var blocks: [LogBlock] = []
  private var columns = StepColumns()
  private var firstStep: UInt64
  private var followsGap = false
  private var state: Int64 = 0
  /// The state before the current block.
  private var keyframe: Int64 = 0

  package init(startingWith step: UInt64 = 1) throws {
    header = try JSONDecoder().decode(SessionHeader.self, from: Data(Self.header.utf8))
    firstStep = step
    if step > 1 { header.requires.append("laterStart") }
  }

  /// Adds a step that returns an effect.
  package mutating func load(after milliseconds: UInt64 = 0) {
    columns.rows.append(contentsOf: [0x04, 0, 2])
    columns.endRow(elapsed: milliseconds)
  }

  /// Adds a step whose action an effect of the previous step sent.
  package mutating func loaded(_ number: Int64, after milliseconds: UInt64 = 0) {
    let change = number == state ? [] : Self.bytes(number - state)
    columns.rows.append(byte: number == state ? 0x01 : 0x09)
    columns.rows.append(contentsOf: [1] + Self.bytes(number) + change)
    columns.append(distance: 1)
    columns.endRow(elapsed: milliseconds)
    state = number
  }

  package mutating func event(
    _ effect: UInt64, _ content: EffectEvent.Content, after milliseconds: UInt64 = 0
  ) {
    var encoder = RecordEncoder()
    EffectEvent(effect: effect, content).record(into: &encoder)
    event(bytes: encoder.bytes, after: milliseconds)
  }

  package mutating func event(bytes: [UInt8], after milliseconds: UInt64 = 0) {
    columns.append(event: bytes, elapsed: milliseconds)
  }

  package mutating func call(
    _ call: UInt64, of effect: UInt64, _ endpoint: Endpoint, _ arguments: [UInt8] = [],
    after milliseconds: UInt64 = 0
  ) {
    event(
      effect, .called(call: call, endpoint: endpoint.rawValue, arguments: arguments),
      after: milliseconds)
  }

  package mutating func endBlock() {
    var encoder = RecordEncoder()
    let startsWithKeyframe = blocks.isEmpty || followsGap
    if startsWithKeyframe {
      encoder.append(counted: Self.bytes(keyframe))
      encoder.append(counted: [])
    }
    let stepCount = columns.stepCount
    columns.encode(into: &encoder)
    blocks.append(
      LogBlock(
        bytes: encoder.bytes, firstStep: firstStep, stepCount: stepCount,
        startsWithKeyframe: startsWithKeyframe, followsGap: followsGap))
    firstStep += UInt64(stepCount)
    columns = StepColumns()
    followsGap = false
    keyframe = state
  }

  /// Ends the block, and leaves out the numbers of lost steps.
  package mutating func lose(steps: UInt64) {
    endBlock()
    firstStep += steps
    followsGap = true
  }

  package consuming func write(to path: String) throws {
    _ = try writer(at: path).finish()
  }

  /// Leaves an unfinished log beside a path, without a journal.
  package consuming func leave(at path: String) throws {
    try writer(at: path).abandon()
  }

  private consuming func writer(at path: String) throws -> LogWriter {
    if !columns.isEmpty { endBlock() }
    let writer = try LogWriter(
      path: path, header: header.line(), options: .unmerged, operations: .unsynced)
    for block in blocks { writer.append(block: block) }
    return writer
  }

  /// Returns the encoded form of a value.
  package static func bytes(_ value: some Recordable) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.encode(value)
    return encoder.bytes
  }

  private static let header = """
    {"format": "reprise", "version": 2, "requires": ["calls", "identityTypes"], "optional": [],
    "app": "Primes", "appVersion": "1", "build": "1", "recorded": "2026-01-01T00:00:00Z",
    "level": "effects", "state": "Int64", "action": {"type": 0}, "draws": [],
    "schema": {"types": [
    {"name": "Primes.Action", "enum": [
    {"name": "load"}, {"name": "loaded", "payload": [{"type": "Int64"}]}]},
    {"name": "Primes.SaveError", "enum": [{"name": "full"}]}]},
    "endpoints": [
    {"name": "PrimeClient.find", "arguments": ["Int64"], "answer": "Int64", "isStream": false},
    {"name": "PrimeClient.updates", "arguments": [], "answer": "Int64", "isStream": true},
    {"name": "PrimeClient.save", "arguments": ["String", "Int64"], "isStream": false,
    "failure": {"type": 1}}]}
    """
}

extension CallLog {
  /// Creates a log of four steps. The first and the third step return effects with calls.
  package static func example() throws -> CallLog {
    var log = try CallLog()
    log.load(after: 100)
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .find, bytes(17 as Int64), after: 1)
    log.event(1, .ended(call: 1, .value(bytes(59 as Int64))), after: 13)
    log.event(1, .sent, after: 13)
    log.loaded(59, after: 13)
    log.event(1, .finished)
    log.load(after: 10)
    log.event(2, .began(step: 3))
    log.call(2, of: 2, .save, bytes("a.txt") + bytes(59 as Int64))
    log.event(2, .ended(call: 2, .error("offline")), after: 2_000)
    log.call(3, of: 2, .updates, after: 2_000)
    log.event(2, .element(call: 3, value: bytes(2 as Int64)), after: 2_001)
    log.event(2, .element(call: 3, value: bytes(3 as Int64)), after: 2_002)
    log.load(after: 3_000)
    log.event(2, .canceled, after: 1)
    log.event(2, .ended(call: 3, .canceled), after: 1)
    log.event(3, .began(step: 4), after: 2)
    log.call(4, of: 3, .find, bytes(18 as Int64), after: 2)
    return log
  }
}
