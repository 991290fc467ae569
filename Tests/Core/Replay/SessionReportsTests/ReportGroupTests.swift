import Foundation
import SessionReplay
import SessionReports
import SessionTestSupport
import Testing

@MainActor
@Suite("Logs that fail for the same reason")
final class ReportGroupTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  private func diverged(
    _ name: String, action: String = "increment", path: String = "count", steps: UInt64 = 3
  ) throws -> ReplayReport {
    let divergence = try SampleDivergence.state(at: 2, action: action, path: path)
    return ReplayReport(
      path: name, verdict: .diverged(divergence), verifiedSteps: 1, stepCount: steps)
  }

  private func crashed(
    _ name: String, depth: Int, frame: String = "App.fail", line: Int = 69
  ) -> ReplayReport {
    let crash = Crash(
      step: 1, action: "dig(\(depth))", cause: .signal(4),
      message: "App/App.swift:69: Fatal error: nothing works at depth \(depth)",
      frames: [CrashFrame(frame, at: "App/App.swift:\(line)")])
    return ReplayReport(path: name, verdict: .crashed(crash), stepCount: 1)
  }

  @Test("Different values of a case and different rows of a list have the same cause")
  func values() throws {
    let groups = try ReportGroup.groups(of: [
      diverged("a", action: "list.rows[0].rename(\"a (b\")", path: "list.rows[id: \"x]\"].name"),
      diverged("b", action: "list.rows[17].rename(\"\")", path: "list.rows[3].name"),
    ])
    let group = try #require(groups.first)
    #expect(groups.count == 1)
    #expect(group.cause.description == "state diverged in list.rows.rename: list.rows[…].name")
  }

  @Test("A different field, action or verdict is a different cause")
  func others() throws {
    let groups = try ReportGroup.groups(of: [
      diverged("a"), diverged("b", path: "name"), diverged("c", action: "reset"),
      diverged("d", action: "tab2"), diverged("e", action: "tab3"), crashed("f", depth: 1),
    ])
    #expect(groups.count == 6)
    #expect(groups.first?.kind == .crashed)
  }

  @Test("The log with the fewest steps and the cause of most logs come first")
  func order() throws {
    let groups = try ReportGroup.groups(of: [
      diverged("a", steps: 9), diverged("z", path: "name"), diverged("c", steps: 4),
      diverged("b", steps: 4),
    ])
    #expect(groups.map { $0.paths } == [["b", "c", "a"], ["z"]])
  }

  @Test("Crashes are grouped by the runtime's message without numbers, and by the function")
  func crashes() {
    let groups = ReportGroup.groups(of: [
      crashed("a", depth: 1), crashed("b", depth: 22, line: 70),
      crashed("c", depth: 1, frame: "App.other"),
    ])
    #expect(groups.map(\.count) == [2, 1])
    #expect(
      groups[0].cause.description
        == "crashed in dig: App/App.swift:69: Fatal error: nothing works at depth … in App.fail")
  }

  @Test("File errors are grouped by their kind, not by their position")
  func damage() throws {
    var reports: [ReplayReport] = []
    for (index, name) in ["a", "b"].enumerated() {
      let path = try sample.record([.increment], as: "\(name).reprise")
      try sample.truncate(path, by: 10 + index)
      reports.append(sample.replay(path))
    }
    let other = try sample.record([.increment], as: "c.reprise")
    reports.append(sample.replay(other, .init(app: "Other")))
    #expect(ReportGroup.groups(of: reports).map(\.count) == [2, 1])
  }

  @Test("Effects are grouped by their shape, without the values of identities")
  func effects() throws {
    let first = try sample.record([.fetch], as: "a.reprise")
    let second = try sample.record([.increment, .fetch], as: "b.reprise")
    let reports = [second, first].map { sample.replay($0, .init(fetches: false)) }
    let groups = ReportGroup.groups(of: reports)
    #expect(groups.count == 1)
    #expect(groups.first?.smallest.path == first)
    #expect(
      groups.first?.cause.description
        == "effect diverged in fetch: expected run, actual none")
  }

  @Test("A block has the number of logs, the smallest log in full, and the names of other logs")
  func block() throws {
    let reports = try (1...6).map { try diverged("\($0).reprise", steps: UInt64(10 - $0)) }
    let lines = ReplayText().lines(for: reports)
    #expect(
      lines == [
        "6 logs: state diverged in increment: count",
        "6.reprise: state diverged at step 2 of 4: increment",
        "  count: expected 1, actual 2",
        "    - 1",
        "    + 2",
        "  the same in 5.reprise, 4.reprise, 3.reprise and 2 more logs, which --verbose names",
        "6 logs: 6 diverged; 6 steps verified\(Session.extent)",
      ])
    let all = ReplayText(isVerbose: true).lines(for: reports)
    #expect(
      all[5] == "  the same in 5.reprise, 4.reprise, 3.reprise, 2.reprise, 1.reprise")
  }

  @Test("The report of a fault that fails 500 logs fits on a screen for any number of divergences")
  func screen() throws {
    for places in [1, 2, 7, 40] {
      let divergences = try (0..<places).map { place in
        try SampleDivergence.state(
          at: 7, action: "go", path: "field\(place).\(String(repeating: "x", count: 300))",
          expected: String(repeating: "1", count: 900),
          difference: Array(repeating: "+ " + String(repeating: "y", count: 900), count: 60))
      }
      let reports = (0..<500).map { index -> ReplayReport in
        var report = ReplayReport(
          path: "\(index).reprise", verdict: .diverged(divergences[index % places]), stepCount: 9)
        report.context = (2...7).map {
          ContextStep(number: $0, action: String(repeating: "z", count: 900))
        }
        return report
      }
      let lines = ReplayText().lines(for: reports)
      #expect((8...ReplayText.screenLines).contains(lines.count), "\(places) places")
      #expect(lines.allSatisfy { $0.count <= 500 })
      #expect(lines[0].hasPrefix("\((500 + places - 1) / places) logs: state diverged in go"))
      #expect(lines.last == "500 logs: 500 diverged; 0 steps verified\(Session.extent)")
      guard places == 40 else { continue }
      #expect(lines.contains("… and 30 more reasons in 370 logs, with --verbose"))
    }
  }

  @Test("Matching logs with lost steps are reported in one block")
  func notes() {
    let reports = (1...9).map { number in
      ReplayReport(
        path: "\(number).reprise", verdict: .match, verifiedSteps: 1, stepCount: 1, lostSteps: 3,
        gapCount: 1)
    }
    let lines = ReplayText().lines(for: reports)
    #expect(lines.first == "9 logs: match: steps were lost")
    #expect(lines[1] == "1.reprise: match, 1 step verified, 3 steps lost in 1 gap")
    #expect(lines.count == 4)
  }

  @Test("An unknown number of lost steps is omitted")
  func unknownCount() throws {
    let lines = try ReplayText().lines(for: diverged("a", steps: 0))
    #expect(lines.first == "a: state diverged at step 2: increment")
  }
}
