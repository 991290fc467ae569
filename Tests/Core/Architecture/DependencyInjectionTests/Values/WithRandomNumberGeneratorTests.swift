import DependencyInjection
import Testing

struct WithRandomNumberGeneratorTests {
  @Test("SplitMix64 returns the numbers of its reference implementation")
  func splitMix() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (1...5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("All copies use the same generator")
  func copies() {
    let first = WithRandomNumberGenerator(SeededGenerator(seed: 1_234_567))
    let second = first
    #expect(first { $0.next() } == 6_457_827_717_110_365_317)
    #expect(second { $0.next() } == 3_203_168_211_198_807_973)
  }

  @Test("The generator works with random functions of the standard library")
  func standardLibrary() {
    func rolls() -> [Int] {
      let generate = WithRandomNumberGenerator(SeededGenerator(seed: 42))
      return (1...100).map { _ in generate { Int.random(in: 1...6, using: &$0) } }
    }
    #expect(rolls() == rolls())
    #expect(Set(rolls()) == Set(1...6))
  }
}
