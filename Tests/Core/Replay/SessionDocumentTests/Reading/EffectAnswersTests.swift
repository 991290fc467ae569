import RecordedValues
import SessionDocument
import RecordCoding
import SessionModel
import Testing
import TestSupport

@Suite("The answers that led to an action")
struct EffectAnswersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the answers before the action of a step, as text.
  private func texts(
    _ log: consuming CallLog, before step: UInt64, startedBy: UInt64
  ) throws -> [String] {
    let path = folder.file("s.reprise")
    try log.write(to: path)
    let reader = try SessionReader(path: path)
    let text = CallText(header: reader.header)
    return SessionCalls(reader)
      .answers(before: step, .received(startedBy: startedBy)).answers
      .map { text.text(of: $0) }
  }

  /// A log whose effect calls one endpoint after the other, and then sends an action.
  private static func twoCalls() throws -> CallLog {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .find, CallLog.bytes(3 as Int64))
    log.event(1, .ended(call: 1, .value(CallLog.bytes(5 as Int64))))
    log.call(2, of: 1, .save, CallLog.bytes("a") + CallLog.bytes(5 as Int64))
    log.event(1, .ended(call: 2, .value([])))
    log.event(1, .sent)
    log.loaded(5)
    return log
  }

  @Test("An action has the answers that its effect got after its previous action")
  func answers() throws {
    let all = [
      "↳ PrimeClient.find(3) → 5, 0 ms", "↳ PrimeClient.save(\"a\", 5) → (), 0 ms",
    ]
    #expect(try texts(Self.twoCalls(), before: 2, startedBy: 1) == all)
    let reader = try SessionReader(path: folder.file("s.reprise"))
    let last = SessionCalls(reader).answers(before: 2, .received(startedBy: 1), limit: 1)
    #expect(last.answers.map { CallText(header: reader.header).text(of: $0) } == [all[1]])
    #expect(last.omitted == 1)
  }

  @Test("An element of a stream is an answer, which the next element replaces")
  func elements() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .updates)
    for number in [2, 3, 5] as [Int64] {
      log.event(1, .element(call: 1, value: CallLog.bytes(number)))
      if number == 2 { continue }
      log.event(1, .sent)
      log.loaded(number)
    }
    #expect(
      try texts(log, before: 2, startedBy: 1) == ["↳ PrimeClient.updates() → element 2: 3"])
    let reader = try SessionReader(path: folder.file("s.reprise"))
    #expect(
      SessionCalls(reader).answers(before: 3, .received(startedBy: 1)).answers.map(\.element)
        == [.signed(5)])
  }

  @Test("A second action has the answers of the first if no answer is between them")
  func twice() throws {
    var log = try Self.twoCalls()
    log.event(1, .sent)
    log.loaded(7)
    #expect(try texts(log, before: 3, startedBy: 1).count == 2)
  }

  @Test("The answers of a different effect did not lead to the action")
  func otherEffect() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .find, CallLog.bytes(3 as Int64))
    log.event(2, .began(step: 1))
    log.event(1, .ended(call: 1, .canceled))
    log.event(2, .sent)
    log.loaded(5)
    #expect(try texts(log, before: 2, startedBy: 1) == [])
  }

  @Test("An action that the user sent has no answers")
  func user() throws {
    try Self.twoCalls().write(to: folder.file("s.reprise"))
    let calls = SessionCalls(try SessionReader(path: folder.file("s.reprise")))
    #expect(calls.answers(before: 2, .sent).answers.isEmpty)
    #expect(calls.answers(before: 1, .sent).answers.isEmpty)
  }

  @Test("Reading block by block finds the same calls as reading at once")
  func blocks() throws {
    let path = folder.file("s.reprise")
    var log = try CallLog.example()
    log.endBlock()
    log.load()
    try log.write(to: path)
    let reader = try SessionReader(path: path)
    var calls = SessionCalls(unread: reader)
    #expect(!calls.isComplete)
    #expect(calls.count == 0)
    calls.readBlock()
    #expect(!calls.isComplete)
    #expect(calls.count == 4)
    calls.readBlock()
    #expect(calls.isComplete)
    #expect(Array(calls.all()) == Array(SessionCalls(reader).all()))
    #expect(calls.call(1, ofEffectsOf: 3)?.number == 3)
    #expect(calls.call(2, ofEffectsOf: 3) == nil)
  }
}
