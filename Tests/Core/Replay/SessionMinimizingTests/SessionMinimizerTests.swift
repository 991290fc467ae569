import Foundation
import SessionDocument
import SessionMinimizing
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct SessionMinimizerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func minimized(
    _ actions: [Notebook.Action], _ fault: Notebook.Fault?, level: RecordingLevel = .steps,
    goal: MinimizerGoal? = nil
  ) async throws -> MinimizedSession {
    try await Session.record(actions, at: folder.file("s.reprise"), level: level)
    var minimizer = SessionMinimizer(SessionReplayer(Session.app(fault: fault)))
    minimizer.goal = goal
    return try minimizer.minimize(
      path: folder.file("s.reprise"), to: folder.file("small.reprise"))
  }

  private func actions(of name: String = "small.reprise") throws -> [String] {
    let reader = try SessionReader(path: folder.file(name))
    var cursor = try SessionCursor(reader)
    var result: [String] = []
    let line = StepLine(schema: reader.header.schema, action: reader.header.action)
    while let step = try cursor.next() { result.append(line.text(of: step, changes: [])) }
    return result
  }

  @Test(
    "Only the action at fault and the actions that it needs are kept",
    arguments: [
      (Notebook.Fault.addsTwice, 1), (.editsTwice, 2), (.effectIsLost, 1), (.effectIsDoubled, 1),
      (.effectHasOtherIdentity, 1), (.drawsOnceMore, 1), (.drawsOnceLess, 1), (.drawsOther, 1),
    ])
  func faults(fault: Notebook.Fault, count: Int) async throws {
    var before: [Notebook.Action] = [.roll, .cancel, .roll]
    if fault == .editsTwice {
      before += [
        .write("Milk"), .add(5),
        .edit(UUID(uuidString: "00000000-0000-0000-0000-000000000000") ?? UUID(), "Bread"),
      ]
    }
    let result = try await minimized(before + Session.mixed(), fault)
    #expect(result.keptActions == count)
    #expect(result.keptSteps == count)
    let path = folder.file("small.reprise")
    let verdict = Session.replay(path, app: Session.app(fault: fault)).verdict
    let original = Session.replay(folder.file("s.reprise"), app: Session.app(fault: fault)).verdict
    #expect(VerdictKey(verdict) == VerdictKey(original))
    #expect(Session.replay(path, app: Session.app()).verdict.name == "match")
  }

  @Test("No file beside the new log is changed, whatever its name")
  func otherFiles() async throws {
    let other = folder.file("small.reprise.unchecked")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
    _ = try await minimized(Session.mixed(), .addsTwice)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["s.reprise", "small.reprise", "small.reprise.unchecked"])
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
  }

  @Test("A log that matches is rejected, with a suggestion of options")
  func match() async throws {
    let error = await #expect(throws: MinimizerError.self) {
      _ = try await minimized(Session.mixed(), nil)
    }
    #expect(error?.description.contains("give --keep CONDITION") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("small.reprise")))
  }

  @Test("A log without exact changes is rejected, because it lacks the expected states")
  func actions() async throws {
    let error = await #expect(throws: MinimizerError.self) {
      _ = try await minimized(Session.mixed(), .addsTwice, level: .actions)
    }
    #expect(error?.description.contains("level 'actions'") == true)
  }

  @Test("The steps that a condition needs are kept, up to the step after which it holds")
  func condition() async throws {
    let result = try await minimized(
      Session.mixed() + Session.mixed(), nil,
      goal: .condition("notes.count > 2 && isLoading == false"))
    #expect(result.keptSteps == 3)
    #expect(result.verdict.name == "match")
    #expect(try actions().allSatisfy { $0.contains("write(\"\")") })
  }

  @Test("A condition that holds before the first step, or never, is rejected")
  func uselessConditions() async throws {
    for (condition, part) in [
      ("total == 0", "holds before the first step"),
      ("total > 1000", "does not hold after any step"), ("totl > 1", "has no 'totl'"),
    ] {
      let error = await #expect(throws: MinimizerError.self) {
        _ = try await minimized([.add(1)], nil, goal: .condition(condition))
      }
      #expect(error?.description.contains(part) == true)
      try? FileManager.default.removeItem(atPath: folder.file("s.reprise"))
    }
  }

  @Test("An existing log is kept unless overwriting is requested")
  func overwrite() async throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("small.reprise")))
    await #expect(throws: MinimizerError.self) {
      _ = try await minimized(Session.mixed(), .addsTwice)
    }
    #expect(
      FileManager.default.contents(atPath: folder.file("small.reprise")) == Data("mine".utf8))
  }

  @Test("An interrupted search writes the best session so far, and reports the interruption")
  func interrupted() async throws {
    try await Session.record(
      Session.mixed() + Session.mixed(), at: folder.file("s.reprise"))
    var minimizer = SessionMinimizer(SessionReplayer(Session.app(fault: .editsTwice)))
    let calls = CallCount()
    minimizer.shouldContinue = { calls.next() < 3 }
    let result = try minimizer.minimize(
      path: folder.file("s.reprise"), to: folder.file("small.reprise"))
    #expect(result.wasInterrupted)
    #expect(result.keptSteps > 2)
    #expect(result.verdict.kind == .diverged)
  }
}

private final class CallCount: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
