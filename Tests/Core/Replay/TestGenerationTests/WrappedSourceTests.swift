import TestGeneration
import Testing

@Suite("Long lines of source")
struct WrappedSourceTests {
  @Test(
    "A line is broken at its closure, its longest brackets and its commas",
    arguments: [
      ("short(a, b)", ["short(a, b)"]),
      (
        "  call(first: 1, second: 2, third: 3, fourth: 4)",
        ["  call(", "    first: 1, second: 2, third: 3,", "    fourth: 4", "  )"]
      ),
      (
        "$0.path[id: 0]?.modify(\\.detail) { $0.title = 1 }",
        ["$0.path[id: 0]?.modify(\\.detail) {", "  $0.title = 1", "}"]
      ),
      (
        ".path(.element(id: 0, action: .saved(id: 1, title: 2, days: 3)))",
        [
          ".path(.element(id: 0, action: .saved(", "  id: 1, title: 2, days: 3", ")))",
        ]
      ),
      (
        "Event(id: 1, guests: [Guest(id: 1), Guest(id: 2), Guest(id: 3)], at: 4)",
        [
          "Event(", "  id: 1,", "  guests: [", "    Guest(id: 1), Guest(id: 2),",
          "    Guest(id: 3)", "  ],", "  at: 4", ")",
        ]
      ),
      (
        "[Button(role: .cancel) { Text(first, second) }, Button { Text(third) }]",
        [
          "[", "  Button(role: .cancel) {", "    Text(first, second)", "  },",
          "  Button { Text(third) }", "]",
        ]
      ),
      (
        #"$0.rows[id: UUID(0)]?.text = "a long text with many words""#,
        [
          #"$0.rows[id: UUID(0)]?.text = """"#, "  a long text with many words", #"  """"#,
        ]
      ),
      (
        "// A comment that is longer than one line of the file",
        ["// A comment that is longer than one", "// line of the file"]
      ),
    ])
  func brackets(line: String, lines: [String]) {
    #expect(WrappedSource.lines(of: line, width: 40) == lines)
  }

  @Test(
    "A long string has several lines, and the same text",
    arguments: [
      String(repeating: "word ", count: 12), String(repeating: "x", count: 50),
      #"a \"quoted\" word, and \"another\" one, and \"\"\"three\"\"\" quotes"#,
      #"an escape \u{1B} and \u{202E} and a \(name1) and a backslash \\\\ in it"#,
      #"{\n  \"first\": 1,\n\n  \"second\": 2 \n}\n and a last line without a break"#,
      #"two  spaces   and    more     of      them       at        the         end"#,
    ])
  func strings(content: String) {
    let lines = WrappedSource.lines(of: "  text: \"\(content)\")", width: 40)
    #expect(lines.first == "  text: \"\"\"" && lines.last == "    \"\"\")")
    #expect(lines.allSatisfy { $0.count <= 40 && $0.last != " " })
    let body = lines.dropFirst().dropLast().map { $0.isEmpty ? "" : String($0.dropFirst(4)) }
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.isEmpty || $0.hasPrefix("    ") })
    let text = body.enumerated().reduce(into: "") { text, line in
      guard line.offset < body.count - 1 else { return text += line.element }
      text += line.element.last == "\\" ? String(line.element.dropLast()) : line.element + "\n"
    }
    func plain(_ text: String) -> String {
      text.replacing(#"\""#, with: "\"").replacing(#"\n"#, with: "\n")
        .replacing(#"\u{20}"#, with: " ")
    }
    #expect(plain(text) == plain(content))
    #expect(!text.contains("\"\"\""))
  }
}
