import PrimeModal
import Testing

@Suite("The primality of numbers")
struct PrimalityTests {
  @Test("isPrime agrees with the sieve of Eratosthenes up to 10,000")
  func sieve() {
    var isPrime = [Bool](repeating: true, count: 10_001)
    isPrime[0] = false
    isPrime[1] = false
    for number in 2...100 where isPrime[number] {
      for multiple in stride(from: number * number, through: 10_000, by: number) {
        isPrime[multiple] = false
      }
    }
    #expect((0...10_000).map(\.isPrime) == isPrime)
  }

  @Test("Negative numbers are not prime", arguments: [-1, -2, -7, .min])
  func negative(number: Int) {
    #expect(!number.isPrime)
  }

  @Test(
    "Large primes are recognized",
    arguments: [
      2_147_483_647, 3_037_000_493, 2_305_843_009_213_693_951, 9_223_372_036_854_775_549,
      9_223_372_036_854_775_783,
    ])
  func greatPrimes(number: Int) {
    #expect(number.isPrime)
  }

  @Test(
    "Carmichael numbers are not prime, although they pass the Fermat test",
    arguments: [561, 1_105, 1_729, 825_265, 321_197_185, 5_394_826_801, 9_746_347_772_161])
  func carmichaelNumbers(number: Int) {
    #expect(!number.isPrime)
  }

  @Test(
    "The smallest strong pseudoprimes to the first few bases are not prime",
    arguments: [
      2_047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 3_474_749_660_383,
      341_550_071_728_321, 3_825_123_056_546_413_051,
    ])
  func strongPseudoprimes(number: Int) {
    #expect(!number.isPrime)
  }

  @Test(
    "Large products of two primes are not prime",
    arguments: [41 * 41, 3_037_000_493 * 3_037_000_493, 2_147_483_647 * 2_147_483_629, Int.max])
  func products(number: Int) {
    #expect(!number.isPrime)
  }
}
