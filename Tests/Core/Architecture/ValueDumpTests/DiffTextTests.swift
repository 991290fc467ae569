import Testing
import ValueDump

@Suite("Differences of text")
struct DiffTextTests {
  @Test("A line of text is replaced")
  func line() {
    #expect(diff("a", "b") == "- \"a\"\n+ \"b\"")
  }

  @Test("Multiline text is compared by line, with three lines of context")
  func block() {
    let lines = (1...20).map(String.init)
    var changed = lines
    changed[9] = "ten"
    #expect(
      diff(lines.joined(separator: "\n"), changed.joined(separator: "\n")) == #"""
          """
          … (6 unchanged)
          7
          8
          9
        - 10
        + ten
          11
          12
          13
          … (7 unchanged)
          """
        """#)
  }

  @Test(
    "Lines between two changes are folded only if more than one would be hidden", arguments: [7, 8])
  func threshold(between: Int) {
    let middle = (1...between).map { "\($0)\n" }.joined()
    let shown =
      between == 7
      ? (1...7).map { "  \($0)\n" }.joined()
      : "  1\n  2\n  3\n  … (2 unchanged)\n  6\n  7\n  8\n"
    #expect(
      diff("a\n\(middle)b", "A\n\(middle)B")
        == "  \"\"\"\n- a\n+ A\n\(shown)- b\n+ B\n  \"\"\"")
  }

  @Test("Added and removed lines are shown in place")
  func edits() {
    #expect(
      diff((text: "a\n\nb\nc", number: 1), (text: "\na\n\nb", number: 1))
        == [
          "  (", "    text: \"\"\"", "+     ", "      a", "      ", "      b", "-     c",
          "      \"\"\",", "    number: 1", "  )",
        ].joined(separator: "\n"))
  }

  @Test("Text that changes to multiple lines is printed in full")
  func oneToMany() {
    #expect(diff("a", "a\nb") == "- \"a\"\n+ \"\"\"\n+ a\n+ b\n+ \"\"\"")
  }
}
