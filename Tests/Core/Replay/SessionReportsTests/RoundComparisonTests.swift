import SessionReports
import Testing

struct RoundComparisonTests {
  /// Returns a round of logs; logs with a string fail with that difference.
  private func round(_ number: Int, _ logs: [String: String?]) -> ReplayRound {
    var round = ReplayRound(number: number)
    for (path, failure) in logs {
      round.add(
        path,
        .init(
          isMatch: failure == nil,
          lines: failure.map { ["\(path): \($0)", "  count: expected 1, actual 2"] }
            ?? ["\(path): match"]))
    }
    return round
  }

  private func lines(
    _ before: [String: String?]?, _ after: [String: String?], height: Int? = nil
  ) -> [String] {
    RoundComparison(of: round(2, after), with: before.map { round(1, $0) })
      .lines(cause: .executable, height: height)
  }

  @Test("The first round lists failing logs with their first differences")
  func first() {
    let first = RoundComparison(of: round(1, ["b": "diverged", "a": nil]), with: nil)
    #expect(
      first.lines(cause: .start) == [
        "round 1: 2 logs, 1 match; 1 failing", "failing: b: diverged",
        "  count: expected 1, actual 2",
      ])
  }

  @Test("Newly failing logs come first with their differences, then fixed logs, then other logs")
  func changes() {
    #expect(
      lines(
        ["a": "diverged", "b": nil, "c": "crashed", "d": "diverged", "e": "diverged", "g": nil],
        ["a": nil, "b": "diverged", "c": "crashed", "d": "crashed", "f": "damaged"]) == [
          "round 2, with another executable: 5 logs, 1 match; 1 fixed, 2 newly failing, "
            + "1 failing otherwise, 1 still failing, 1 gone",
          "newly failing: b: diverged", "  count: expected 1, actual 2",
          "newly failing: f: damaged", "  count: expected 1, actual 2",
          "failing otherwise: d: crashed", "  count: expected 1, actual 2",
          "fixed: a", "gone: e", "still failing: c: crashed",
        ])
  }

  @Test("A round without changes reports this, and lists the logs that still fail")
  func nothing() {
    #expect(
      lines(["a": nil], ["a": nil]) == [
        "round 2, with another executable: 1 log, 1 match; nothing better or worse"
      ])
    #expect(lines(["a": "crashed"], ["a": "crashed"]).last == "still failing: a: crashed")
  }

  @Test("Lines are limited to the height of the screen, and the last line counts the omitted ones")
  func height() {
    let after = Dictionary(uniqueKeysWithValues: (10..<30).map { ("\($0)", "diverged" as String?) })
    let lines = lines([:], after, height: 10)
    #expect(lines.count == 10)
    #expect(lines.last == "… and 32 more lines; 'replay' prints all")
    #expect(self.lines([:], after, height: 41).count == 41)
  }

  @Test("The heading contains the number of changed logs")
  func cause() {
    let comparison = RoundComparison(of: round(3, ["a": nil]), with: round(2, ["a": nil]))
    #expect(
      comparison.lines(cause: .logs(2))
        == ["round 3, 2 logs changed: 1 log, 1 match; nothing better or worse"])
  }
}
