import AppShell
import Testing

@MainActor
@Suite("Ranges of seeds")
struct SeedRangeTests {
  @Test("A range has a first seed, and may have a last seed")
  func ranges() {
    #expect(SeedRange("1..1000") == SeedRange(first: 1, last: 1000))
    #expect(SeedRange("7..7") == SeedRange(first: 7, last: 7))
    #expect(SeedRange("5..") == SeedRange(first: 5, last: nil))
    for text in [
      "", "..", "..5", "5", "7..6", "1..2..3", "a..b", "-1..2", "1..18446744073709551615",
    ] {
      #expect(SeedRange(text) == nil, "\(text)")
    }
  }

  @Test("A range without a last seed needs a time")
  func timeless() async {
    let outcome = await tally("explore", "--seeds", "5..")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("'--seeds 5..' needs '--time SECONDS'"))
  }
}
