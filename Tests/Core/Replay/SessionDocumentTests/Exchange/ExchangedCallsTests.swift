import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionReports
import SessionTestSupport
import Testing
import TestSupport

@Suite("Calls of effects as lines of JSON")
struct ExchangedCallsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var copy: String { folder.file("copy.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func lines() throws -> [String] {
    try exportedLines(of: path).map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  private func events(of path: String) throws -> [RecordedEvent] {
    let reader = try SessionReader(path: path)
    var events = EventReader(reader)
    return try reader.log.blocks.indices.flatMap { try events.events(ofBlockAt: $0) }
  }

  /// Expects that a log has the same lines and events after export and import.
  private func expectLossless() throws {
    #expect(try isLossless(path, to: copy))
    #expect(try events(of: copy) == events(of: path))
    #expect(try SessionReader(path: copy).log.header == SessionReader(path: path).log.header)
  }

  @Test("Each event is a line between the steps, with its values as JSON")
  func example() throws {
    try CallLog.example().write(to: path)
    let lines = try lines()
    #expect(lines[0].contains(#""version":2,"#))
    #expect(lines[2].contains(#""step":1,"#))
    #expect(
      Array(lines[3..<7]) == [
        #"{"kind":"effectStarted","elapsedMilliseconds":0,"effect":1,"returnedBy":1}"#,
        #"{"kind":"call","elapsedMilliseconds":1,"effect":1,"call":1,"endpoint":"PrimeClient.find","#
          + #""arguments":[17]}"#,
        #"{"kind":"callEnded","elapsedMilliseconds":13,"effect":1,"call":1,"outcome":"returned","#
          + #""value":59}"#,
        #"{"kind":"actionSent","elapsedMilliseconds":13,"effect":1}"#,
      ])
    #expect(lines[7].contains(#""step":2,"#))
    #expect(
      lines.contains(
        #"{"kind":"callEnded","elapsedMilliseconds":2000,"effect":2,"call":2,"#
          + #""outcome":"threw","error":"offline"}"#))
    #expect(
      lines.contains(
        #"{"kind":"element","elapsedMilliseconds":2001,"effect":2,"call":3,"value":2}"#))
    try expectLossless()
  }

  @Test("Calls and actions of other tasks than the effect's own stay marked")
  func otherTasks() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.event(bytes: [8, 1, 1, 0] + CallLog.bytes(17 as Int64))
    log.event(1, .dropped)
    log.event(bytes: [9, 1])
    log.loaded(2)
    try log.write(to: path)
    #expect(try lines().count { $0.contains(#""effect":1,"otherTask":true"#) } == 2)
    #expect(try events(of: path).count { $0.event.isOfOtherTask } == 2)
    try expectLossless()
  }

  @Test("An error of any type keeps its texts and its value")
  func thrown() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    let texts = RecordedError(type: "App.Offline", text: "offline", details: "Offline(1)")
    for (number, error) in [
      ThrownError(description: texts, typeName: "3App7OfflineV", value: [1, 2]),
      ThrownError(description: RecordedError(type: "App.E", text: ""), typeName: "", value: []),
    ].enumerated() {
      let call = UInt64(number + 1)
      log.call(call, of: 1, .save, CallLog.bytes("a") + CallLog.bytes(1 as Int64))
      log.event(1, .ended(call: call, .thrown(error)))
    }
    try log.write(to: path)
    try expectLossless()
  }

  @Test("The end of a call keeps its form")
  func outcomes() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    let outcomes: [CallOutcome] = [
      .value([]), .failure([0]), .error(""), .error("full\n"), .canceled, .unknown,
    ]
    for (number, outcome) in zip(UInt64(1)..., outcomes) {
      log.call(number, of: 1, .save, CallLog.bytes("é") + CallLog.bytes(-1 as Int64))
      log.event(1, .ended(call: number, outcome))
    }
    log.call(7, of: 1, .updates)
    log.event(1, .ended(call: 7, .value([])))
    try log.write(to: path)
    #expect(
      try lines().compactMap { $0.split(separator: #""outcome":"#).dropFirst().first } == [
        #""returned"}"#, #""threw","value":"full"}"#, #""threw","error":""}"#,
        #""threw","error":"full\n"}"#, #""canceled"}"#, #""notRecorded"}"#, #""returned"}"#,
      ])
    try expectLossless()
  }

  @Test("Events keep their positions around keyframes, gaps and the end of a log")
  func places() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1), after: 3)
    log.lose(steps: 4)
    log.event(1, .finished)
    log.load()
    log.event(2, .began(step: 6))
    log.endBlock()
    log.event(2, .abandoned)
    try log.write(to: path)
    try expectLossless()
    #expect(try events(of: copy).map(\.step) == [1, 5, 6, 6])
  }

  @Test("Values of calls that began in lost steps are exported as bytes")
  func lostBeginnings() throws {
    var log = try CallLog(startingWith: 5)
    log.load()
    log.event(1, .element(call: 1, value: CallLog.bytes(7 as Int64)))
    log.event(1, .ended(call: 1, .value([])))
    log.event(1, .ended(call: 2, .failure([0])))
    log.call(3, of: 1, .find, CallLog.bytes(7 as Int64))
    log.event(1, .ended(call: 3, .value(CallLog.bytes(8 as Int64))))
    try log.write(to: path)
    let lines = try lines()
    #expect(lines.contains { $0.hasSuffix(#""call":1,"bytes":"Dg=="}"#) }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix(#""call":3,"outcome":"returned","value":8}"#) })
    try expectLossless()
  }

  @Test("More events than fit in a block remain in few blocks")
  func manyEvents() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    for number in 1...20_000 as ClosedRange<UInt64> {
      log.call(number, of: 1, .save, CallLog.bytes("abc") + CallLog.bytes(1 as Int64))
      log.event(1, .ended(call: number, .value([])))
    }
    log.loaded(3)
    try log.write(to: path)
    try expectLossless()
  }

  @Test("A log without calls is exported in the first version of the format")
  func plain() async throws {
    try await Session.record(at: path)
    #expect(try lines()[0].contains(#""version":1,"#))
  }

  @Test("Export reports damage in events")
  func damage() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .finished)
    try log.write(to: path)
    #expect(throws: SessionReadError.self) { try exportedLines(of: path) }
  }

  @Test(
    "A wrong line of an event is rejected with its number, key and value",
    arguments: [
      (4, #""returnedBy":1"#, #""returnedBy":2"#, "'returnedBy': an effect starts before step 2"),
      (4, #""effect":1"#, #""effect":-1"#, "'effect': -1 is not a whole number from 0"),
      (4, #""effect":1"#, #""effect":5"#, "line 5, 'effect': an event belongs to effect 1, w"),
      (4, #""kind":"effectStarted""#, #""kind":"started""#, "'started' is not state, action"),
      (4, #""elapsedMilliseconds":0,"#, "", "the key 'elapsedMilliseconds' is missing"),
      (5, #""call":1"#, #""call":1,"step":1"#, "the key 'step' is unknown here; use one of argum"),
      (5, "PrimeClient.find", "find", "'endpoint': the header has no endpoint 'find'"),
      (5, "[17]", "[]", "'arguments': 'PrimeClient.find' has 1 argument, not 0"),
      (5, "[17]", #"["17x"]"#, #"line 5, 'arguments[0]': "17x" is not of the type Int64"#),
      (5, #""call":1"#, #""call":2"#, "'call': an event belongs to call 1, which is not in progr"),
      (6, #""value":59"#, #""value":null"#, "line 6, 'value': null is not of the type Int64"),
      (6, #","value":59"#, "", "the key 'value' is missing"),
      (6, #""value":59"#, #""bytes":"Og==""#, "'bytes': its call is known, so it needs 'value'"),
      (6, "returned", "ended", "'outcome': 'ended' is not one of returned, threw, canceled, notR"),
      (6, "returned", "canceled", "'value': a call with the outcome 'canceled' has no such key"),
      (6, "returned", "threw", "'outcome': errors of 'PrimeClient.find' have no type, so 'error'"),
    ])
  func refused(line number: Int, old: String, new: String, message: String) throws {
    try CallLog.example().write(to: path)
    var lines = try exportedLines(of: path)
    let line = String(decoding: lines[number - 1], as: UTF8.self)
    #expect(line.contains(old), "\(line)")
    lines[number - 1] = Array(line.replacing(old, with: new).utf8)
    let error = #expect(throws: SessionImportError.self) { try importLog(lines, to: copy) }
    let text = try #require(error?.description)
    #expect(text.contains(message), "\(text)")
    #expect(text.hasPrefix("line \(number)") || text.hasPrefix("line \(number + 1)"), "\(text)")
  }

  @Test("Events need a header with calls")
  func headerWithoutCalls() throws {
    try CallLog.example().write(to: path)
    var lines = try exportedLines(of: path)
    lines[0] = Array(
      String(decoding: lines[0], as: UTF8.self).replacing(#""calls","#, with: "").utf8)
    let error = #expect(throws: SessionImportError.self) { try importLog(lines, to: copy) }
    #expect("\(try #require(error))".contains("line 4, 'kind': this kind needs 'endpoints' and"))
  }
}
