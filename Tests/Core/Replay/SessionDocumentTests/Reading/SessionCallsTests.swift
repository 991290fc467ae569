import RecordedValues
import SessionLog
import SessionDocument
import SessionModel
import Testing
import TestSupport

@Suite("The calls of a log")
struct SessionCallsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func calls(_ log: consuming CallLog) throws -> SessionCalls {
    try log.write(to: path)
    let calls = SessionCalls(try SessionReader(path: path))
    if let fault = calls.fault { throw fault }
    return calls
  }

  private func texts(_ log: consuming CallLog, isWhole: Bool = false) throws -> [String] {
    let calls = try calls(log)
    let text = CallText(header: try SessionReader(path: path).header, isWhole: isWhole)
    return calls.all().map { text.text(of: $0) }
  }

  @Test("A call has the effect that made it, the step that returned the effect, and its values")
  func values() throws {
    let calls = try calls(.example())
    #expect(calls.count == 4)
    #expect(calls.effectCount == 3)
    #expect(calls.step(ofEffect: 2) == 3)
    let first = try #require(Array(calls.calls(ofEffectsOf: 1)).first)
    #expect(first.number == 1)
    #expect(first.effect == 1)
    #expect(first.effectStep == 1)
    #expect(first.endpoint == 0)
    #expect(first.arguments == [.signed(17)])
    #expect(first.outcome == .value(.signed(59)))
    #expect(first.beganAfter == 1)
    #expect(first.milliseconds == 12)
  }

  @Test("Calls are found by the step that returned their effect, in the order of the calls")
  func steps() throws {
    let calls = try calls(.example())
    #expect((0...5).map { calls.count(ofEffectsOf: $0) } == [0, 1, 0, 2, 1, 0])
    #expect(calls.calls(ofEffectsOf: 3).map(\.number) == [2, 3])
  }

  @Test("A call in progress at the end of the log has no outcome and no duration")
  func unfinished() throws {
    let last = try #require(Array(try calls(.example()).all()).last)
    #expect(last.outcome == nil)
    #expect(last.milliseconds == nil)
  }

  @Test("The duration of a call includes the steps and blocks between its start and its end")
  func duration() throws {
    var log = try CallLog()
    log.load(after: 1_000)
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .find, CallLog.bytes(17 as Int64), after: 5)
    log.load(after: 20)
    log.endBlock()
    log.load(after: 100)
    log.load(after: 100)
    log.endBlock()
    log.event(1, .ended(call: 1, .canceled), after: 3)
    let call = try #require(Array(try calls(log).all()).first)
    #expect(call.milliseconds == 218)
    #expect(call.outcome == .canceled)
  }

  @Test("An event has the number of the last step before it, also in a block without steps")
  func positions() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1), after: 4)
    log.load()
    log.event(2, .began(step: 2), after: 5)
    log.endBlock()
    log.event(1, .finished, after: 6)
    log.load()
    log.event(2, .finished)
    log.endBlock()
    log.event(3, .began(step: 3), after: 7)
    try log.write(to: path)
    let reader = try SessionReader(path: path)
    var eventReader = EventReader(reader)
    let events = try reader.log.blocks.indices.map { try eventReader.events(ofBlockAt: $0) }
    #expect(events.map { $0.map(\.step) } == [[1, 2], [2, 3], [3]])
    #expect(events.map { $0.map(\.elapsedMilliseconds) } == [[4, 5], [6, 0], [7]])
    #expect(events[2].map(\.event) == [EffectEvent(effect: 3, .began(step: 3))])
  }

  @Test("A log that does not require the feature has no calls")
  func noFeature() throws {
    var log = try CallLog()
    log.header.requires = ["identityTypes"]
    log.load()
    #expect(try calls(log).count == 0)
  }

  @Test("The steps of a log with calls have their exact changes")
  func changes() throws {
    try CallLog.example().write(to: path)
    var cursor = try SessionCursor(SessionReader(path: path))
    while try cursor.next() != nil {}
    #expect(cursor.knowsState)
    #expect(cursor.state == .signed(59))
  }

  @Test("Calls are printed on one line, with the elements of streams only counted")
  func text() throws {
    #expect(
      try texts(.example()) == [
        "↳ PrimeClient.find(17) → 59, 12 ms",
        "↳ PrimeClient.save(\"a.txt\", 59) → error \"offline\", 2000 ms",
        "↳ PrimeClient.updates() → 2 elements, canceled, 1001 ms",
        "↳ PrimeClient.find(18) → …",
      ])
  }

  @Test("A call printed in full lists the elements of its stream")
  func wholeText() throws {
    #expect(
      try texts(.example(), isWhole: true)[2]
        == "↳ PrimeClient.updates() → 2 elements [2, 3], canceled, 1001 ms")
  }

  @Test(
    "Each outcome has its text",
    arguments: [
      (.save, .value([]), "()"), (.save, .failure([0]), "error .full"),
      (.save, .error("no\u{1B}"), #"error "no\u{1B}""#), (.save, .canceled, "canceled"),
      (.save, .unknown, "not recorded"), (.updates, .value([]), "0 elements, ended"),
      (.updates, nil, "0 elements, …"),
    ] as [(CallLog.Endpoint, CallOutcome?, String)])
  func outcomes(endpoint: CallLog.Endpoint, outcome: CallOutcome?, text: String) throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    let arguments = endpoint == .save ? CallLog.bytes("a") + CallLog.bytes(1 as Int64) : []
    log.call(1, of: 1, endpoint, arguments)
    if let outcome { log.event(1, .ended(call: 1, outcome)) }
    let shown = try #require(try texts(log).first)
    #expect(shown.part(after: " → ") == text + (outcome == nil ? "" : ", 0 ms"))
  }

  @Test("A long value is truncated unless the call is printed in full")
  func truncated() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .updates)
    log.event(1, .ended(call: 1, .error(String(repeating: "\u{1B}", count: 100))))
    let call = try #require(Array(try calls(log).all()).first)
    let header = try SessionReader(path: path).header
    let text = "\"" + String(repeating: #"\u{1B}"#, count: 100) + "\""
    #expect(
      CallText(header: header).text(of: call)
        == "↳ PrimeClient.updates() → 0 elements, error \(text.prefix(240))…, 0 ms")
    #expect(
      CallText(header: header, isWhole: true).text(of: call)
        == "↳ PrimeClient.updates() → 0 elements, error \(text), 0 ms")
  }

  @Test("A long text is folded unless the call is printed in full")
  func folded() throws {
    let text = String(repeating: "x", count: 1_000)
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .save, CallLog.bytes(text) + CallLog.bytes(1 as Int64))
    let call = try #require(Array(try calls(log).all()).first)
    let header = try SessionReader(path: path).header
    let prefix = String(repeating: "x", count: 40)
    #expect(
      CallText(header: header).text(of: call)
        == "↳ PrimeClient.save(\"\(prefix)…\" (1 kB), 1) → …")
    #expect(
      CallText(header: header, isWhole: true).text(of: call)
        == "↳ PrimeClient.save(\"\(text)\", 1) → …")
  }
}

extension String {
  fileprivate func part(after separator: String) -> String? {
    firstRange(of: separator).map { String(self[$0.upperBound...]) }
  }
}
