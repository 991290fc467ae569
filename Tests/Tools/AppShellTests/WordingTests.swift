import AppShell
import Testing

@Suite("Wording")
struct WordingTests {
  @Test("A wrong command line is told with what was meant")
  func usage() {
    #expect(
      UsageError.unknownVerb("reply", nearest: "replay").description
        == "there is no verb 'reply'; did you mean 'replay'?")
    #expect(
      UsageError.unknownOption("--jsn", of: .replay, nearest: "--json").description
        == "'replay' has no option '--jsn'; did you mean '--json'?")
    #expect(
      UsageError.missingValue(option: "--jobs", value: "N").description
        == "'--jobs' needs a value: --jobs N")
    #expect(
      UsageError.ambiguousOption("--j", candidates: ["jobs", "json"]).description
        == "'--j' may be '--jobs' or '--json'")
  }

  @Test("What stood on the command line reaches no terminal as a control character")
  func controlCharacters() {
    let hostile = "\u{1B}[2J"
    let errors: [UsageError] = [
      .unknownVerb(hostile, nearest: nil), .unknownOption(hostile, of: nil, nearest: nil),
      .badValue(option: "--jobs", value: hostile, expected: "a number"),
      .extraOperand(hostile, of: .run), .ambiguousOption(hostile, candidates: []),
    ]
    for error in errors {
      #expect(error.description.contains(#"\u{1b}[2J"#))
      #expect(!error.description.contains("\u{1B}"))
    }
  }

  @Test(
    "The help of a verb names the program, its operands and an example", arguments: Verb.allCases)
  func help(verb: Verb) {
    let text = HelpText(program: "sample", app: "Sample").text(for: verb)
    #expect(text.hasPrefix("sample \(verb): "))
    #expect(text.contains("Usage: sample \(verb)"))
    #expect(text.contains("Example:\n  sample \(verb)"))
    #expect(text.contains("--help"))
    for line in text.split(separator: "\n") { #expect(line.count <= 90) }
  }

  @Test("The overview names every verb")
  func overview() {
    let text = HelpText(program: "sample", app: "Sample").overview
    for verb in Verb.allCases { #expect(text.contains("\n  \(verb.rawValue) ")) }
    #expect(text.contains("Example:"))
  }

  @Test("A progress bar is empty, full, or in between")
  func progress() {
    let bar = { (count: Int) in
      "[" + String(repeating: "█", count: count) + String(repeating: "─", count: 30 - count) + "]"
    }
    #expect(ProgressBar.text(done: 0, of: 3) == "\(bar(0)) 0 of 3 logs")
    #expect(ProgressBar.text(done: 1, of: 2) == "\(bar(15)) 1 of 2 logs")
    #expect(ProgressBar.text(done: 3, of: 3) == "\(bar(30)) 3 of 3 logs")
  }
}
