import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("Folders of plans")
struct PlanFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.file(name) }

  private func plans(in name: String) throws -> Set<SessionPlan> {
    var folder = try PlanFolder(path(name))
    return Set(folder.plans())
  }

  /// Keeps the plans of sessions in a folder. Sessions with even seeds do something new, and
  /// sessions whose seeds are multiples of 10 fail.
  private func explore(
    _ plans: [SessionPlan], in name: String, read: Bool = false,
    beforeUpdate change: () throws -> Void = {}
  ) async throws {
    let exploration = Exploration(log: { "\($0)" }) { requests in
      requests.map { request in
        var result = SimulationResult(request.plan)
        let seed = request.plan.seed
        if seed.isMultiple(of: 2) { result.coverage = [seed] }
        if seed.isMultiple(of: 10) { result.failure = .endless }
        return result
      }
    }
    var folder = try PlanFolder(path(name))
    if read { _ = folder.plans() }
    _ = await exploration.repeatSessions(plans)
    try change()
    try folder.update(with: exploration)
    // A second update changes nothing.
    try folder.update(with: exploration)
  }

  private let two = SessionPlan(seed: 2)
  private let four = SessionPlan(seed: 4)
  private let six = SessionPlan(seed: 6)

  @Test("Folders of plans can be copied into one folder")
  func copies() async throws {
    try await explore([two, four], in: "a")
    try await explore([four, six], in: "b")
    for name in try FileManager.default.contentsOfDirectory(atPath: path("b")) {
      try? FileManager.default.copyItem(
        atPath: "\(path("b"))/\(name)", toPath: "\(path("a"))/\(name)")
    }
    #expect(try plans(in: "a") == [two, four, six])
  }

  @Test("Only repeated plans that do nothing new are removed")
  func replaced() async throws {
    try await explore([two, four], in: "a")
    // A copy with a different name is the same plan.
    let files = try FileManager.default.contentsOfDirectory(atPath: path("a"))
    for file in files {
      try FileManager.default.copyItem(
        atPath: "\(path("a"))/\(file)", toPath: "\(path("a"))/copy-\(file)")
    }
    let needless = SessionPlan(seed: 3)
    let failing = SessionPlan(seed: 10)
    for plan in [needless, failing] {
      let json = try JSONEncoder().encode(plan)
      try json.write(to: URL(fileURLWithPath: "\(path("a"))/\(plan.seed).plan.json"))
    }
    // One of the plans is not repeated, as if the exploration had been stopped.
    try await explore([two, needless, failing], in: "a", read: true) {
      try JSONEncoder().encode(six).write(
        to: URL(fileURLWithPath: "\(path("a"))/late.plan.json"))
    }
    #expect(try plans(in: "a") == [two, four, six, failing])
  }

  @Test("A file without a plan remains, and is named")
  func unreadable() async throws {
    try await explore([two], in: "a")
    let names = ["empty.plan.json", "other.plan.json"]
    try Data().write(to: URL(fileURLWithPath: "\(path("a"))/\(names[0])"))
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(path("a"))/\(names[1])"))
    try Data("notes".utf8).write(to: URL(fileURLWithPath: "\(path("a"))/notes.txt"))
    var opened = try PlanFolder(path("a"))
    #expect(opened.plans() == [two])
    #expect(opened.unreadable == names.map { "\(path("a"))/\($0)" })
    try await explore([], in: "a", read: true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("a")).count == 4)
  }

  @Test("A folder that cannot be created, or that is removed, is reported with the option")
  func unwritable() async throws {
    let file = try folder.write("", as: "file")
    let remedy = "Give another folder with '--corpus'."
    #expect {
      try PlanFolder(file)
    } throws: {
      "\($0)".hasPrefix("cannot write to '\(file)': ") && "\($0)".hasSuffix(remedy)
    }
    await #expect(throws: ExplorationFolderError.self) {
      try await explore([two], in: "a") {
        try FileManager.default.removeItem(atPath: path("a"))
      }
    }
  }
}
