import Foundation
import SessionLog
import SessionModel
import SessionReplay
import TestSupport
import Testing

/// Tests that replay logs in which the app crashes.
@Suite("Crashes", .timeLimit(.minutes(30)))
struct CrashTests {
  /// The indices of actions in the app's type, which a log stores.
  private enum Action: UInt8 {
    case readBehindEnd = 4
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func faulty(
    _ arguments: String..., input: String = "", isFixed: Bool = false, digsTwice: Bool = false
  ) async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    if isFixed { child.process.environment?["FAULTY_FIXED"] = "1" }
    if digsTwice { child.process.environment?["FAULTY_TWICE"] = "1" }
    try child.start(input: input)
    return try await child.outcome()
  }

  /// Records a session with the fixed app in which the broken app crashes.
  private func record(_ name: String, _ actions: String...) async throws {
    let outcome = try await faulty(
      "record", "\(name).reprise", input: actions.joined(separator: "\n") + "\n", isFixed: true)
    #expect(outcome.code == 0)
  }

  private static let endings = [
    ("leave", "the app called exit(3)"),
    ("readBehindEnd", "Index out of range"), ("overflow", "arithmetic overflow"),
    ("giveUp", "Fatal error: nothing works at depth 1"), ("abort", "abort() (SIGABRT)"),
    ("loop", "endless loop: no step finished for 1 second"),
    ("kill", "killed from outside (SIGKILL)"),
  ]
  /// The arguments for a stack overflow, which cannot be tested with a sanitizer.
  private static let stackOverflow = isSanitized ? [] : [("recurse", "stack overflow: ")]

  @Test(
    "A replay that ends the app reports the log, the step and the cause, and exits with 5",
    arguments: endings + stackOverflow)
  func causes(action: String, cause: String) async throws {
    try await record("s", "dig", "chatter", action, "dig")
    // Overflowing the stack takes a while on a busy machine.
    let timeout = action == "loop" ? "1" : "600"
    let outcome = try await faulty("replay", "s.reprise", "--timeout", timeout)
    #expect(outcome.code == 5)
    #expect(outcome.outputLines.first == "s.reprise: crashed at step 3 of 4: \(action)")
    #expect(outcome.outputLines.contains { $0.contains(cause) })
    #expect(outcome.errors.isEmpty)
    let repaired = try await faulty("replay", "s.reprise", isFixed: true)
    #expect(repaired.output == "s.reprise: match, 4 steps verified\n")
  }

  @Test(
    "A replay that exceeds the memory limit reports the limit",
    .disabled(if: isSanitized, "a sanitizer does not let memory be limited"))
  func memory() async throws {
    try await record("s", "hoard")
    let outcome = try await faulty("replay", "s.reprise", "--memory", "256", "--timeout", "600")
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("out of memory: more than 256 MiB"))
  }

  /// The actions that crash, with the text of the line that does, if `fail` calls a function.
  private static let places = [
    ("readBehindEnd", "at index: Int) -> Int { array[index]"),
    ("overflow", "Int { one + other }"), ("giveUp", nil), ("leave", nil), ("abort", nil),
  ]

  @Test(
    "A report names the functions of the app with files and lines, innermost first",
    arguments: places)
  func frames(action: String, innermost: String?) async throws {
    try await record("s", "dig", action)
    let outcome = try await faulty("replay", "s.reprise", "--junit", "s.xml")
    let frames = outcome.outputLines.filter { $0.hasPrefix("    in ") }
    let source = try SourceLines(of: "FaultyApp.swift")
    let fail = "    in FaultyApp.FaultyApp.fail at \(try source.location(of: "case .\(action): "))"
    let feature = try source.location(of: "fail(action, state.depth)")
    let start = innermost == nil ? 0 : 1
    try #require(frames.count == start + 2, "\(outcome.output)")
    if let innermost { #expect(frames[0].hasSuffix(" at \(try source.location(of: innermost))")) }
    #expect(frames[start] == fail)
    #expect(
      frames[start + 1] == "    in closure #1 in FaultyApp.FaultyApp.feature.getter at \(feature)")
    let xml = try folder.text("s.xml")
    #expect(frames.allSatisfy { xml.contains("&#10;\($0)&#10;") })
  }

  @Test("Other logs are replayed in order after a crash, and each crash is a JUnit error")
  func others() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    for number in 1...20 {
      try await record(
        "logs/\(number < 10 ? "0" : "")\(number)", "dig", number % 7 == 0 ? "overflow" : "dig")
    }
    let outcome = try await faulty("replay", "logs", "--jobs", "2", "--junit", "r.xml")
    #expect(outcome.code == 5)
    #expect(outcome.outputLines[0].hasPrefix("2 logs: crashed in overflow: "))
    #expect(outcome.outputLines[1] == "logs/07.reprise: crashed at step 2 of 2: overflow")
    #expect(outcome.outputLines.contains("  the same in logs/14.reprise"))
    #expect(
      outcome.outputLines.last
        == "20 logs: 18 match, 2 crashed; 38 steps verified\(Program.extent)")
    let xml = try folder.text("r.xml")
    #expect(xml.contains(#"<testsuites tests="20" failures="0" errors="2" skipped="0""#))
    #expect(xml.contains(#"<error type="crashed" message="logs/07.reprise: crashed at step 2"#))
  }

  @Test("The results do not contain the app's own output")
  func chatter() async throws {
    try await record("s", "chatter", "chatter")
    let outcome = try await faulty("replay", "s.reprise", "--json")
    #expect(outcome.code == 0)
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.output.hasPrefix(#"{"exitCode":0"#))
    #expect(outcome.errors.isEmpty)
  }

  @Test("JSON results describe a crash")
  func json() async throws {
    try await record("s", "dig", "giveUp")
    let outcome = try await faulty("replay", "s.reprise", "--json")
    #expect(outcome.code == 5)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let logs = try #require(object?["logs"] as? [[String: Any]])
    let crash = try #require(logs[0]["crash"] as? [String: Any])
    #expect(object?["verdict"] as? String == "crashed")
    #expect(crash["step"] as? Int == 2)
    #expect(crash["action"] as? String == "giveUp")
    #expect(crash["cause"] as? String == "signal")
    #expect((crash["message"] as? String)?.hasSuffix("nothing works at depth 1") == true)
    #expect(crash["asRecorded"] as? Bool == false)
    let frames = try #require(crash["frames"] as? [String])
    #expect(frames.first?.contains(".fail at FaultyApp/FaultyApp.swift:") == true, "\(frames)")
  }

  @Test("A log that ends in a crashing step crashes as recorded until the bug is fixed")
  func asRecorded() async throws {
    try await record("s", "dig", "dig")
    try appendUnfinished(.readBehindEnd)
    let outcome = try await faulty("replay", "s.reprise")
    #expect(outcome.code == 5)
    #expect(
      outcome.outputLines.first == "s.reprise: crashes as recorded at step 3 of 3: readBehindEnd")
    let repaired = try await faulty("replay", "s.reprise", isFixed: true)
    #expect(repaired.code == 0)
    #expect(
      repaired.outputLines == [
        "s.reprise: match, 2 steps verified",
        "  the app ended in step 3 when it was recorded, and not now: the crash is gone",
      ])
    let shown = try await faulty("show", "s.reprise")
    #expect(
      shown.outputLines.last?.hasSuffix("unfinished: the app ended while it was reducing this step")
        == true)
    let state = try await faulty("show", "s.reprise", "--at", "3")
    #expect(state.code == 2)
    #expect(state.errors.contains("the last state is the one after step 2"))
  }

  /// Appends an unfinished step.
  private func appendUnfinished(_ action: Action) throws {
    let path = folder.file("s.reprise")
    let reader = try LogReader(path: path, options: .session)
    try reader.rewrite(to: path) { block, info in
      guard info == reader.blocks.last else { return }
      // The chunk has one step and one row of two bytes, the flag and the action. The index of the
      // row and the time follow.
      block.bytes += [1, 1, 2, 16, action.rawValue, 0, 0]
      block.stepCount += 1
    }
  }

  @Test("An update continues after a crash, keeps the log and leaves no partial file")
  func update() async throws {
    try await record("a", "dig", "overflow")
    try await record("b", "dig")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.reprise")))
    let outcome = try await faulty("replay", "--update", "--yes", "a.reprise", "b.reprise")
    #expect(outcome.code == 5)
    #expect(outcome.outputLines.first == "a.reprise: refused, the log is unchanged:")
    #expect(outcome.outputLines.last == "2 logs: 1 unchanged, 1 refused")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.reprise"))) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.reprise.partial")))
  }

  @Test("A log is unchanged if the app crashes during its update")
  func rewriting() async throws {
    try await record("a", "dig", "overflow")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.reprise")))
    let outcome = try await faulty("replay", "--update", "--yes", "a.reprise", digsTwice: true)
    #expect(outcome.code == 5)
    #expect(outcome.outputLines.contains("a.reprise: refused, the log is unchanged:"))
    #expect(outcome.outputLines.contains { $0.contains("crashed at step 2") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.reprise"))) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.reprise.partial")))
  }

  @Test("A worker can only be started by a replay")
  func worker() async throws {
    let outcome = try await faulty("replay-worker")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("unknown command 'replay-worker'"))
  }
}
