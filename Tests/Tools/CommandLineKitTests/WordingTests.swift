import CommandLineKit
import Testing

@Suite("Wording")
struct WordingTests {
  @Test("Errors in a command line suggest the intended word")
  func usage() {
    #expect(
      UsageError.unknownVerb("reply", nearest: "replay").description
        == "unknown command 'reply'; did you mean 'replay'?")
    #expect(
      UsageError.unknownOption("--jsn", nearest: "--json").description
        == "unknown option '--jsn'; did you mean '--json'?")
    #expect(
      UsageError.missingValue(option: "--jobs", value: "N").description
        == "'--jobs' needs a value: --jobs N")
    #expect(
      UsageError.badValue(
        option: "--level", value: "step", expected: "steps or actions", nearest: "steps"
      ).description
        == "invalid value 'step' for '--level': expected steps or actions; did you mean 'steps'?")
    #expect(
      UsageError.ambiguousOption("--j", candidates: ["jobs", "json"]).description
        == "ambiguous option '--j': could be '--jobs' or '--json'")
  }

  @Test("Errors in a command line escape its control characters")
  func controlCharacters() {
    let hostile = "\u{1B}[2J"
    let errors: [UsageError] = [
      .unknownVerb(hostile, nearest: nil), .unknownOption(hostile, nearest: nil),
      .badValue(option: "--jobs", value: hostile, expected: "a number"),
      .extraOperand(hostile, of: "run"), .ambiguousOption(hostile, candidates: []),
    ]
    for error in errors {
      #expect(error.description.contains(#"\u{1b}[2J"#))
      #expect(!error.description.contains("\u{1B}"))
    }
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

  @Test("Progress includes the rate and the remaining time once both are known")
  func rate() {
    #expect(ProgressBar.rate(done: 0, of: 10, seconds: 2) == "")
    #expect(ProgressBar.rate(done: 1, of: 10, seconds: 2) == "")
    #expect(ProgressBar.rate(done: 400, of: 1000, seconds: 2) == ", 200/s, 3 s left")
    #expect(ProgressBar.rate(done: 1000, of: 100_000, seconds: 2) == ", 500/s, 4 min left")
    #expect(ProgressBar.rate(done: 1000, of: 100_000_000, seconds: 1) == ", 1000/s, 28 h left")
  }
}
