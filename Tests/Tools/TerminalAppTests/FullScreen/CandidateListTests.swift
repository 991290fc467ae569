import TerminalApp
import TerminalUI
import Testing

@Suite("Lists of completions")
struct CandidateListTests {
  private func text(_ titles: [String], unlisted: Int = 0, _ width: Int, _ height: Int) -> String {
    CandidateList(titles: titles, unlisted: unlisted).text(
      within: Size(width: width, height: height))
  }

  @Test("A list shows all completions on several lines if they fit")
  func all() {
    #expect(text(["counter.", "alerts."], 20, 1) == "counter.  alerts.")
    #expect(text(["counter.", "alerts.", "quit"], 17, 2) == "counter.  alerts.\nquit")
    #expect(text(["牛乳", "牛乳"], 10, 2) == "牛乳  牛乳")
    #expect(text(["牛乳", "牛乳"], 9, 2) == "牛乳\n牛乳")
  }

  @Test("A list counts completions that don't fit, and completions without a title")
  func more() {
    let places = (0..<100).map(String.init)
    #expect(text(places, 20, 1) == "0  1  2  … 97 more")
    #expect(text(places, unlisted: 9900, 20, 2) == "0  1  2  3  4  5  6\n7  8  9  … 9990 more")
    #expect(text(["0", "1"], unlisted: 1, 40, 2) == "0  1  … 1 more")
    #expect(text(["a long title", "another"], 10, 1) == "… 2 more")
  }
}
