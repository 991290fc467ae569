import ComposableArchitecture
import Foundation
import ReplayCorpus
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("The compatibility of a corpus")
struct CompatibilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func entries(of app: ReplayedApp<Meter.State, Meter.Action>) throws
    -> [CompatibilityEntry]
  {
    CorpusReplay(jobs: 2)
      .compatibility(of: try Corpus(paths: [folder.path]), with: SessionReplayer(app))
  }

  private var app: ReplayedApp<Meter.State, Meter.Action> {
    ReplayedApp(identity: MeterSession.identity) { Meter().assemble() }
  }

  @Test("Logs are counted by grade, and each cause lists its logs, worst first")
  func counts() async throws {
    try await MeterSession.record([.increment], at: folder.file("a.reprise"))
    try await MeterSession.record([.increment, .obsolete], at: folder.file("b.reprise"))
    try await MeterSession.record([.obsolete, .increment], at: folder.file("c.reprise"))
    try await MeterSession.record([.load], at: folder.file("d.reprise"))
    try await Session.record([.add(1)], at: folder.file("e.reprise"))
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("d.reprise")))
    try whole.dropLast(9).write(to: URL(fileURLWithPath: folder.file("d.reprise")))
    let lines = CompatibilityText().lines(for: try entries(of: app))
    #expect(lines.first == "5 logs: 0 fine, 1 risky, 3 impossible, 1 damaged")
    #expect(lines.count == 9)
    #expect(lines[1].hasPrefix("  damaged: "))
    #expect(
      Array(lines[3...]) == [
        "  impossible: the case 'obsolete' was removed",
        "    2 logs: \(folder.file("b.reprise")), \(folder.file("c.reprise"))",
        """
          impossible: the log is of the app 'Notebook', and this is 'Meter'; replay it with \
        'Notebook'
        """,
        "    1 log: \(folder.file("e.reprise"))",
        "  risky: the field 'tapCount' of type Int was removed: its changes are no longer compared",
        "    1 log: \(folder.file("a.reprise"))",
      ])
  }

  @Test("The worst log determines the exit code, and a risky log doesn't fail")
  func exitCode() async throws {
    try await MeterSession.record([.increment], at: folder.file("a.reprise"))
    #expect(try entries(of: app).map(\.kind) == [.match])
    try await MeterSession.record([.obsolete], at: folder.file("b.reprise"))
    #expect(try entries(of: app).map(\.kind) == [.match, .incompatible])
  }
}
