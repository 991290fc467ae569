import ComposableArchitecture
import Foundation
import RecordCoding
import ReplayCorpus
import SessionDocument
import SessionModel
import SessionRecording
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

  @Test("Actions and fields that no log covers are listed in source order")
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

  @Test("Fields are spelled like in the paths of changes")
  func fieldNames() {
    let schema = Schema(types: [
      TypeDefinition(name: "App.State", kind: .structure([RecordField("a b", .bool)]))
    ])
    let paths = CoveragePaths(schema: schema, state: .named(0), action: .bool)
    #expect(paths.fields == ["`a b`"])
  }

  @Test("Adding a row covers all its fields, and editing a field covers only that field")
  func rows() throws {
    try record("a.reprise", [.write("Milk"), .edit(UUID(0), "Bread")])
    let coverage = try coverage()
    #expect(coverage.missingFields == ["total", "dice", "isLoading"])
    #expect(
      Set(coverage.pairs.keys.map { "\($0.action) \($0.path)" })
        == ["write notes[…]", "edit notes[…].text"])
  }

  @Test("The log with the fewest steps is chosen among logs with the same coverage")
  func shortest() throws {
    try record("a.reprise", [.add(1), .add(2)])
    try record("b.reprise", [.add(3)])
    try record("c.reprise", [.add(3), .roll])
    try record("d.reprise", [.cancel])
    let chosen = try coverage().subset
    #expect(chosen.map { ($0.path as NSString).lastPathComponent } == ["c.reprise", "d.reprise"])
    #expect(chosen.map(\.added) == [4, 1])
  }

  @Test("The intact part of a damaged log counts, and its damage is reported")
  func damaged() throws {
    try record("a.reprise", [.add(1)])
    let path = folder.file("a.reprise")
    try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(10)
      .write(to: URL(fileURLWithPath: path))
    let coverage = try coverage()
    #expect(coverage.actions == ["add": 1])
    #expect(coverage.failures.count == 1)
  }

  @Test("Logs of different apps are distinguished")
  func apps() throws {
    try record("a.reprise", [.add(1)])
    let recorder = try Session.recorder(
      at: folder.file("b.reprise"), as: AppIdentity(name: "Other", version: "1", build: "test"))
    _ = try recorder.finish()
    #expect(try coverage().apps == ["Notebook", "Other"])
  }
}
