import Counter
import Testing

@Suite("The search for the prime of a number")
struct NthPrimeTests {
  @Test("The first primes are found one by one")
  func firstPrimes() {
    let primes = (2...100).filter { number in !(2..<number).contains { number % $0 == 0 } }
    #expect((1...primes.count).map(NthPrime.find) == primes)
  }

  @Test(
    "Primes far up are found",
    arguments: [
      (168, 997), (1_229, 9_973), (10_000, 104_729), (78_498, 999_983), (100_000, 1_299_709),
    ])
  func knownPrimes(n: Int, prime: Int) {
    #expect(NthPrime.find(n) == prime)
  }

  @Test("No prime is lost where the search goes on to the next stretch of numbers")
  func stretches() {
    // The 3,512th prime is 32,749 and the next are 32,771, 32,779 and 32,783: the first stretch
    // ends at 32,769.
    #expect((3_512...3_515).map(NthPrime.find) == [32_749, 32_771, 32_779, 32_783])
  }

  @Test(
    "There is no prime of a number below one or above the limit",
    arguments: [0, -1, .min, NthPrime.limit + 1, .max])
  func outOfRange(n: Int) {
    #expect(NthPrime.find(n) == nil)
  }

  @Test("A search that is cancelled ends without an answer")
  func cancellation() async {
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return NthPrime.find(10)
    }
    #expect(await search.value == nil)
  }
}
