import TerminalUI
import Testing

@Suite("Text on a screen")
struct TextTests {
  @Test(
    "Each character takes the number of columns that a terminal uses for it",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("牛乳", 4), ("ﾐﾙｸ", 3), ("한국", 4), ("각", 2),
      ("👍", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("…─█", 3), ("", 0),
    ])
  func columns(text: String, width: Int) {
    #expect(Text(text).size(within: Size(width: 100, height: 1)).width == width)
  }

  @Test(
    "Characters that control a terminal are written as escapes",
    arguments: [
      ("\u{1B}[2J", #"\u{1b}[2J"#), ("a\rb", #"a\rb"#), ("\t", #"\t"#), ("\0", #"\0"#),
      ("\u{7F}", #"\u{7f}"#), ("\u{9B}2J", #"\u{9b}2J"#),
      ("a\u{202E}b", #"a\u{202e}b"#), ("a\u{2028}b", #"a\u{2028}b"#), ("\u{FEFF}", #"\u{feff}"#),
      ("\u{301}", #"\u{301}"#), ("\u{200D}", #"\u{200d}"#), ("é\u{85}", #"é\u{85}"#),
    ])
  func controls(text: String, shown: String) {
    #expect(drawn(Text(text), 20, 1) == shown)
  }

  @Test("Text that does not fit is truncated with an ellipsis")
  func cut() {
    #expect(drawn(Text("counter"), 7, 1) == "counter")
    #expect(drawn(Text("counter"), 6, 1) == "count…")
    #expect(drawn(Text("counter"), 1, 1) == "…")
  }

  @Test(
    "A newline breaks the line, in a text and in a paragraph",
    arguments: ["a\nbc", "a\r\nbc"])
  func newlines(text: String) {
    let views: [any View] = [Text(text), Paragraph(text)]
    for view in views {
      #expect(view.size(within: Size(width: 9, height: 9)) == Size(width: 2, height: 2))
      #expect(view.size(within: Size(width: 9, height: 1)) == Size(width: 2, height: 1))
      #expect(view.size(within: Size(width: 9, height: 0)).height == 0)
      #expect(Frame(view, size: Size(width: 3, height: 2)).grid.text == "a\nbc")
      #expect(Frame(view, size: Size(width: 3, height: 1)).grid.text == "a…")
    }
    #expect(drawn(Text("\na\n"), 3, 3) == "\na\n")
    #expect(drawn(Text("counter\n\ncontrols"), 5, 3) == "coun…\n\ncont…")
  }

  @Test("Views of a single line show the first line of a text, and where it is cut")
  func singleLines() {
    let table = Table([TableColumn("A")], count: 1) { _ in ["a\nb"] }
    #expect(drawn(table, 4, 2) == "A\na…")
    let list = List(2) { Text("\($0)\nb") }
    #expect(drawn(list, 4, 2) == "0…\n1…")
    let row = Row {
      Text("a\nb")
      Text("c")
    }
    #expect(drawn(row, 4, 2) == "a c\nb")
  }

  @Test("A wide character is never split")
  func cutWide() {
    #expect(drawn(Text("牛乳牛乳"), 6, 1) == "牛乳…")
    #expect(drawn(Text("a牛乳牛"), 6, 1) == "a牛乳…")
    #expect(drawn(Text("牛乳"), 4, 1) == "牛乳")
  }

  @Test("A paragraph wraps between words, and within a word that is too long")
  func paragraph() {
    #expect(drawn(Paragraph("the prime of that number"), 10, 4) == "the prime\nof that\nnumber\n")
    #expect(drawn(Paragraph("abcdefghij k"), 4, 4) == "abcd\nefgh\nij k\n")
    #expect(drawn(Paragraph("a\n\nb"), 4, 3) == "a\n\nb")
    #expect(drawn(Paragraph("牛乳牛乳"), 5, 2) == "牛乳\n牛乳")
  }

  @Test("A paragraph that does not fit ends with an ellipsis")
  func cutParagraph() {
    #expect(drawn(Paragraph("the prime of that number"), 10, 2) == "the prime\nof that…")
    #expect(drawn(Paragraph("abcdefgh"), 4, 1) == "abc…")
    #expect(drawn(Paragraph("a\n\nb"), 4, 2) == "a\n…")
  }

  @Test(
    "Vowels and conjunct letters take the columns that a terminal uses for them",
    arguments: [
      ("हिन्दी", ["ह", "ि", "न्", "द", "ी"]), ("กำ", ["ก", "ำ"]), ("한글", ["한", "글"]),
      ("e\u{301}", ["e\u{301}"]), ("👨‍👩‍👧x", ["👨‍👩‍👧", "x"]),
      ("\u{1100}\u{1161}", ["\u{1100}\u{1161}"]),
    ])
  func ownColumns(text: String, pieces: [String]) {
    let grid = Frame(Text(text), size: Size(width: 12, height: 1)).grid
    let cells = grid.cells.filter { $0.width > 0 && $0.text != " " }
    // Compare scalars, because strings in composed and decomposed form are equal.
    #expect(cells.map { Array($0.text.unicodeScalars) } == pieces.map { Array($0.unicodeScalars) })
    #expect(grid.text == text)
  }

  @Test("Styles are combined, and can be marked in text")
  func styles() {
    #expect(styled(Text("a").bold().color(.danger), 3, 1) == "‹bold danger:a›")
    #expect(
      styled(
        Row {
          Text("a").underlined(); Text("b")
        }.dim(), 5, 1)
        == "‹dim underlined:a› ‹dim:b›")
    #expect(styled(Text("a").color(.accent).color(.danger), 1, 1) == "‹accent:a›")
    #expect(styled(Text("a").reversed().reversed(), 1, 1) == "a")
  }
}
