import RecordCoding
import RecordedValues
import SessionLog
import SessionDocument
import SessionModel
import Testing
import TestSupport

@Suite("Damage in the events of a log")
struct CallDamageTests {
  private typealias Content = EffectEvent.Content

  private static let argument = CallLog.bytes(17 as Int64)

  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  /// Creates a log with a call in progress and a stream in progress, both of effect 1 of step 2.
  private func log() throws -> CallLog {
    var log = try CallLog()
    log.load()
    log.endBlock()
    log.load()
    log.event(1, .began(step: 2))
    log.call(1, of: 1, .find, Self.argument)
    log.call(2, of: 1, .updates)
    return log
  }

  private func fault() throws -> BadBlock? {
    let reader = try SessionReader(path: path)
    guard
      case .badBlock(path, let block, let offset, let wholeSteps, let cause) =
        SessionCalls(reader).fault
    else { return nil }
    #expect(block == 2)
    #expect(offset == reader.log.blocks[1].offset)
    #expect(wholeSteps == 2)
    return cause
  }

  @Test(
    "A reference to a missing object of the log is damage of its block",
    arguments: [
      (1, .began(step: 2), .repeatedEffect(1)), (2, .began(step: 3), .laterStep(3)),
      (7, .called(call: 3, endpoint: 0, arguments: argument), .unknownEffect(7)),
      (7, .finished, .unknownEffect(7)), (7, .sent, .unknownEffect(7)),
      (1, .called(call: 1, endpoint: 0, arguments: argument), .repeatedCall(1)),
      (1, .called(call: 3, endpoint: 3, arguments: []), .unknownEndpoint(3)),
      (1, .ended(call: 9, .canceled), .unknownCall(9)),
      (1, .element(call: 9, value: argument), .unknownCall(9)),
      (1, .element(call: 1, value: argument), .noStream(call: 1)),
    ] as [(UInt64, EffectEvent.Content, BadEvent)])
  func references(effect: UInt64, content: EffectEvent.Content, expected: BadEvent) throws {
    var log = try log()
    log.event(effect, content)
    try log.write(to: path)
    #expect(try fault() == .event(expected))
  }

  @Test("A reference to a call without a large result is damage of its block")
  func unknownResult() throws {
    var log = try log()
    log.event(1, .ended(call: 1, .value(Self.argument)))
    log.call(3, of: 1, .find, Self.argument)
    log.event(bytes: [3, 1, 3, 6, 1])
    try log.write(to: path)
    #expect(try fault() == .event(.unknownResult(1)))
  }

  @Test("A reference to a result in lost steps counts as an unrecorded result")
  func lostResult() throws {
    var log = try log()
    log.lose(steps: 1)
    log.load()
    log.event(2, .began(step: 4))
    log.call(3, of: 2, .find, Self.argument)
    log.event(bytes: [3, 2, 3, 6, 1])
    try log.write(to: path)
    let calls = SessionCalls(try SessionReader(path: path))
    #expect(calls.fault == nil)
    #expect(Array(calls.all()).last?.outcome == .unknown)
  }

  @Test("A second end of a call is damage")
  func endedTwice() throws {
    var log = try log()
    log.event(1, .ended(call: 1, .canceled))
    log.event(1, .ended(call: 1, .canceled))
    try log.write(to: path)
    #expect(try fault() == .event(.unknownCall(1)))
  }

  @Test(
    "A value that doesn't fit its type is damage of its block",
    arguments: [
      .called(call: 3, endpoint: 0, arguments: []),
      .called(call: 3, endpoint: 0, arguments: [34, 0]),
      .called(call: 3, endpoint: 1, arguments: [0]),
      .called(call: 3, endpoint: 2, arguments: [2, 0x61]),
      .ended(call: 1, .value([])), .ended(call: 1, .value([0x80])),
      .ended(call: 1, .value([0, 0])), .ended(call: 1, .failure([0])),
      .ended(call: 2, .value([0])), .element(call: 2, value: []),
      .element(call: 2, value: [0, 0]),
    ] as [EffectEvent.Content])
  func values(content: EffectEvent.Content) throws {
    var log = try log()
    log.event(1, content)
    try log.write(to: path)
    guard case .value = try fault() else {
      Issue.record("\(content) is accepted")
      return
    }
  }

  @Test("An event of an unknown kind is damage of its block")
  func unknownKind() throws {
    var log = try log()
    log.event(bytes: [12, 1])
    try log.write(to: path)
    guard case .value(.invalidTag(12, limit: 12, _)) = try fault() else {
      Issue.record("the event is accepted")
      return
    }
  }

  @Test("The calls before the damage are known")
  func earlierCalls() throws {
    var log = try log()
    log.event(7, .finished)
    try log.write(to: path)
    let calls = SessionCalls(try SessionReader(path: path))
    #expect(calls.all().map(\.number) == [1, 2])
  }

  @Test("A header is rejected if an endpoint has a type that the schema lacks")
  func unknownType() throws {
    var log = try log()
    log.header.endpoints = [
      SessionHeader.Endpoint(
        name: "a", arguments: [.named(9)], answer: nil, isStream: false, failure: nil)
    ]
    try log.write(to: path)
    #expect(throws: SessionReadError.self) { try SessionReader(path: path) }
  }

  @Test("Events of effects and calls that began in lost steps are ignored")
  func lostSteps() throws {
    var log = try log()
    log.lose(steps: 3)
    log.load()
    log.event(7, .finished)
    log.call(8, of: 7, .updates)
    log.event(7, .ended(call: 8, .canceled))
    log.event(1, .ended(call: 9, .canceled))
    log.event(1, .ended(call: 1, .value(Self.argument)))
    try log.write(to: path)
    let calls = SessionCalls(try SessionReader(path: path))
    #expect(calls.fault == nil)
    #expect(calls.all().map(\.number) == [1, 2])
    let first = try #require(Array(calls.all()).first)
    #expect(first.outcome == .value(.signed(17)))
    #expect(first.milliseconds == nil)
  }

  @Test("Events of effects that began before a log with a later start are ignored")
  func laterStart() throws {
    var log = try CallLog(startingWith: 5)
    log.load()
    log.event(7, .called(call: 8, endpoint: 1, arguments: []))
    log.event(8, .began(step: 5))
    log.call(9, of: 8, .updates)
    try log.write(to: path)
    let calls = SessionCalls(try SessionReader(path: path))
    #expect(calls.fault == nil)
    #expect(calls.calls(ofEffectsOf: 5).map(\.number) == [9])
  }

  @Test("A short file whose events take very much memory is rejected")
  func manyElements() throws {
    var log = try log()
    for _ in 0..<130_000 { log.event(1, .element(call: 2, value: [0])) }
    try log.write(to: path)
    guard case .value(let error) = try fault() else {
      Issue.record("the events are accepted")
      return
    }
    #expect(error.isLimit)
  }
}
