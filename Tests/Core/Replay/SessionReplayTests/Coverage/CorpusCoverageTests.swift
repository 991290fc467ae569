import ComposableArchitecture
import Foundation
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct CorpusCoverageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record(_ name: String, _ actions: [Notebook.Action]) throws {
    let recorder = try Session.recorder(at: folder.file(name))
    let store = Session.store(recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func coverage() throws -> CorpusCoverage {
    CorpusCoverage(of: try Corpus(paths: [folder.path]), jobs: 2)
  }

  @Test("Actions and fields that no log touches are listed in the order of the source")
  func missing() throws {
    try record("a.reprise", [.add(1)])
    try record("b.reprise", [.roll])
    let coverage = try coverage()
    #expect(coverage.missingActions == ["write", "edit", "load", "loaded", "cancel"])
    #expect(
      coverage.missingFields
        == ["notes[…].id", "notes[…].text", "notes[…].date", "isLoading"])
    #expect(coverage.actions == ["add": 1, "roll": 1])
    #expect(
      Set(coverage.pairs.keys.map { "\($0.action) \($0.path)" }) == ["add total", "roll dice[…]"])
  }

  @Test("A row that is added writes all its fields, and an edit of one only that")
  func rows() throws {
    try record("a.reprise", [.write("Milk"), .edit(UUID(0), "Bread")])
    let coverage = try coverage()
    #expect(coverage.missingFields == ["total", "dice", "isLoading"])
    #expect(
      Set(coverage.pairs.keys.map { "\($0.action) \($0.path)" })
        == ["write notes[…]", "edit notes[…].text"])
  }

  @Test("Of logs that exercise the same, the one with the fewest steps is chosen")
  func shortest() throws {
    try record("a.reprise", [.add(1), .add(2)])
    try record("b.reprise", [.add(3)])
    try record("c.reprise", [.add(3), .roll])
    try record("d.reprise", [.cancel])
    let chosen = try coverage().subset
    #expect(chosen.map { ($0.path as NSString).lastPathComponent } == ["c.reprise", "d.reprise"])
    #expect(chosen.map(\.added) == [4, 1])
  }

  @Test("What is intact of a damaged log counts, and the damage is told")
  func damaged() throws {
    try record("a.reprise", [.add(1)])
    let path = folder.file("a.reprise")
    try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(10)
      .write(to: URL(fileURLWithPath: path))
    let coverage = try coverage()
    #expect(coverage.actions == ["add": 1])
    #expect(coverage.failures.count == 1)
  }

  @Test("The apps of the logs are told apart")
  func apps() throws {
    try record("a.reprise", [.add(1)])
    let recorder = try Session.recorder(
      at: folder.file("b.reprise"), as: AppIdentity(name: "Other", version: "1", build: "test"))
    _ = try recorder.finish()
    #expect(try coverage().apps == ["Notebook", "Other"])
  }
}
