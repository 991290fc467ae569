import Foundation
import ReplayCorpus
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Plans of updates")
struct UpdatePlanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A log of other types is skipped if only its folder is named, not the log itself")
  func otherTypes() async throws {
    let path = folder.file("old.reprise")
    try await MeterSession.record([.add("Milk"), .increment], at: path)
    let replay = MeterSession.replayer(step: 2).replay(path: path)
    #expect(replay.otherVersion != nil)
    #expect(UpdatePlan([replay], named: []).paths.isEmpty)
    #expect(UpdatePlan([replay], named: []).reports.map(\.outcome.name) == ["other version"])
    #expect(UpdatePlan([replay], named: [path]).paths == [path])
  }

  @Test("A log whose reads differ is refused before anything is written")
  func draws() async throws {
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let replay = Session.replay(path, app: Session.app(fault: .drawsOther))
    let plan = UpdatePlan([replay], named: [path])
    #expect(plan.paths.isEmpty)
    #expect(plan.refused.count == 1)
    let lines = UpdateText().lines(for: plan) + UpdateText().lines(for: plan.reports, after: plan)
    #expect(lines.count { $0.contains("refused, the log is unchanged:") } == 1)
    #expect(plan.reports.map(\.outcome.kind) == [.diverged])
  }

  @Test("The outcome of an update replaces the planned outcome")
  func written() async throws {
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let replayer = SessionReplayer(Session.app(fault: .addsTwice))
    var plan = UpdatePlan([replayer.replay(path: path)], named: [])
    #expect(plan.paths == [path])
    plan.take(plan.paths.map { replayer.update(path: $0) })
    #expect(plan.reports.map(\.outcome.name) == ["updated"])
    #expect(plan.paths.isEmpty)
  }

  @Test("Named paths are distinguished from paths in a folder")
  func named() async throws {
    for name in ["a.reprise", "b.reprise"] { try await Session.record(at: folder.file(name)) }
    let corpus = try Corpus(paths: [folder.path, folder.file("b.reprise")])
    #expect(corpus.named == [folder.file("b.reprise")])
    #expect(corpus.paths.count == 3)
  }
}
