import SessionReplay
import SessionReports
import SessionTestSupport
import Testing

@MainActor
@Suite("The results of replays as text")
final class ReplayTextTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  @Test("A single log that matches has a line of its own")
  func match() throws {
    let path = try sample.record([.increment, .rename("x")])
    let lines = ReplayText().lines(for: [sample.replay(path)])
    #expect(lines == ["\(path): match, 2 steps verified"])
  }

  @Test("A state divergence has the step, action, field, both values and the difference")
  func stateDivergence() throws {
    let path = try sample.record([.rename("x"), .increment, .increment])
    let report = sample.replay(path, .init(increment: 2))
    let lines = ReplayText().lines(for: [report])
    #expect(
      lines == [
        "\(path): state diverged at step 2 of 3: increment",
        "  count: expected 1, actual 2",
        "      ReportSample.State(",
        "    -   count: 1,",
        "    +   count: 2,",
        "        … (2 unchanged)",
        "      )",
        "  the action is one of ReportSample",
        "  as recorded:",
        "      1 · rename(\"x\")                         name: \"\" → \"x\"",
        "      2 · increment                           count: 0 → 1",
      ])
  }

  @Test("An effect divergence has both shapes of the effect")
  func effectDivergence() throws {
    let path = try sample.record([.fetch])
    let lines = ReplayText().lines(for: [sample.replay(path, .init(fetches: false))])
    #expect(
      lines == [
        "\(path): effect diverged at step 1 of 1: fetch",
        "  the effect: expected run, actual none",
        "  the action is one of ReportSample",
        "  as recorded:",
        "      1 · fetch",
      ])
  }

  @Test("A dependency divergence names the dependency")
  func dependencyDivergence() throws {
    let path = try sample.record([.addID])
    let lines = ReplayText().lines(for: [sample.replay(path, .init(drawsIDs: false))])
    #expect(lines.first == "\(path): dependency diverged at step 1 of 1: addID")
    #expect(lines[1].contains("'uuid'") == true)
  }

  @Test("A log of a different app is incompatible, and the line names both apps")
  func incompatible() throws {
    let path = try sample.record([.increment])
    let lines = ReplayText().lines(for: [sample.replay(path, .init(app: "Other"))])
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("\(path): incompatible: the log is of the app 'Sample'"))
    #expect(lines[0].contains("'Other'"))
  }

  @Test("A damaged log has the number of intact steps, their verdict and the remedy")
  func damaged() throws {
    let path = try sample.record([.increment, .increment])
    try sample.truncate(path, by: 10)
    let lines = ReplayText().lines(for: [sample.replay(path)])
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("\(path): damaged: "))
    #expect(!lines[0].dropFirst(path.count + 2).contains("\(path): "))
    #expect(lines[0].contains("2 steps"))
    #expect(lines[0].contains("recover"))
    #expect(lines[1] == "  2 whole steps replayed as recorded")
  }

  @Test("A damaged log whose intact steps diverge has the divergence as well")
  func damagedAndDiverged() throws {
    let path = try sample.record([.increment, .increment])
    try sample.truncate(path, by: 10)
    let lines = ReplayText().lines(for: [sample.replay(path, .init(increment: 2))])
    #expect(lines.contains("  the first 0 steps replayed as recorded; then:"))
    #expect(lines.contains("  state diverged at step 1 of 2: increment"))
    #expect(lines.contains("  count: expected 1, actual 2"))
  }

  @Test("Matching logs among several are only counted")
  func several() throws {
    let good = sample.replay(try sample.record([.increment], as: "a.reprise"))
    let bad = sample.replay(
      try sample.record([.increment], as: "b.reprise"), .init(increment: 2))
    let lines = ReplayText().lines(for: [good, bad, good])
    #expect(lines.first == "\(bad.path): state diverged at step 1 of 1: increment")
    #expect(lines.last == "3 logs: 2 match, 1 diverged; 2 steps verified\(Session.extent)")
    #expect(!lines.contains { $0.hasPrefix(good.path) })
  }

  @Test("A shard can have no logs")
  func none() {
    #expect(ReplayText().lines(for: [ReplayReport]()) == ["0 logs"])
  }

  @Test("A damaged log has the worst verdict of several")
  func worst() throws {
    let match = sample.replay(try sample.record([.increment], as: "a.reprise"))
    let path = try sample.record([.increment], as: "b.reprise")
    let diverged = sample.replay(path, .init(increment: 2))
    let incompatible = sample.replay(path, .init(app: "Other"))
    try sample.truncate(path, by: 10)
    let damaged = sample.replay(path)
    #expect(ReplayTally([ReplayReport]()).worst == .match)
    #expect(ReplayTally([match, diverged]).worst == .diverged)
    #expect(ReplayTally([incompatible, diverged, match]).worst == .incompatible)
    #expect(ReplayTally([match, damaged, incompatible, diverged]).worst == .damaged)
  }

  @Test("Control characters in a log don't reach the terminal")
  func controlCharacters() throws {
    let path = try sample.record([.rename("a\u{1B}[2J\u{9B}b\u{202E}c")], as: "x\u{7}y.reprise")
    for variant in [ReportSample.Variant(prefix: "\u{7F}"), .init(app: "Other\u{1B}")] {
      let lines = ReplayText().lines(for: [sample.replay(path, variant)])
      #expect(!lines.isEmpty)
      for scalar in lines.joined().unicodeScalars {
        #expect(scalar.properties.generalCategory != .control)
        #expect(scalar.properties.generalCategory != .format)
      }
    }
  }

  @Test("Colors appear only where they are requested")
  func colours() throws {
    let report = sample.replay(try sample.record([.increment]), .init(increment: 2))
    let plain = ReplayText().lines(for: report)
    let painted = ReplayText(paint: Paint(isOn: true)).lines(for: report)
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(painted.contains("    \u{1B}[31m-   count: 1,\u{1B}[0m"))
  }

  @Test("A divergence's description is truncated like a report, but does not mention an option")
  func divergence() throws {
    let divergence = try SampleDivergence.state(
      at: 1, action: "fill", path: "rows", difference: (1...50).map { "+ \($0)" })
    #expect("\(divergence)".hasPrefix("rows: expected 1, actual 2\n  + 1\n"))
    #expect("\(divergence)".hasSuffix("\n  + 40\n  … 10 more lines"))
    #expect(ReplayText().lines(for: divergence).last == "    … 10 more lines, with --verbose")
  }
}
