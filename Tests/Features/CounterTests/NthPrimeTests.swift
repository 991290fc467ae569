import ComposableArchitecture
import Counter
import Testing

@Suite("The search for the nth prime")
struct NthPrimeTests {
  @Test("find returns the first primes")
  func firstPrimes() async {
    let primes = (2...100).filter { number in !(2..<number).contains { number % $0 == 0 } }
    var found: [Int?] = []
    for n in 1...primes.count { found.append(await NthPrime.find(n)) }
    #expect(found == primes)
  }

  @Test(
    "find returns large primes",
    arguments: [
      (168, 997), (1_229, 9_973), (10_000, 104_729), (78_498, 999_983), (100_000, 1_299_709),
    ])
  func knownPrimes(n: Int, prime: Int) async {
    #expect(await NthPrime.find(n) == prime)
  }

  @Test("No prime is lost at the boundary between two segments")
  func stretches() async {
    // The 3,512th prime is 32,749, followed by 32,771, 32,779 and 32,783. The first segment ends at
    // 32,769.
    var found: [Int?] = []
    for n in 3_512...3_515 { found.append(await NthPrime.find(n)) }
    #expect(found == [32_749, 32_771, 32_779, 32_783])
  }

  @Test(
    "find returns nil below one and above the limit",
    arguments: [0, -1, .min, NthPrime.limit + 1, .max])
  func outOfRange(n: Int) async {
    #expect(await NthPrime.find(n) == nil)
  }

  @Test("A canceled search returns nil")
  func cancellation() async {
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await NthPrime.find(10)
    }
    #expect(await search.value == nil)
  }

  @Test("A long search reports its progress in steps of ten percent, the same each time")
  func progress() async {
    for _ in 1...2 {
      let percents = LockIsolated<[Int]>([])
      let prime = await NthPrime.find(100_000) { percent in
        percents.withValue { $0.append(percent) }
      }
      #expect(prime == 1_299_709)
      #expect(percents.value == [10, 20, 30, 40, 50, 60, 70, 80, 90])
    }
  }

  @Test("A short search reports no progress")
  func noProgress() async {
    let prime = await NthPrime.find(1_000) { percent in
      Issue.record("A progress of \(percent) percent was reported")
    }
    #expect(prime == 7_919)
  }

  @Test("Canceling a search from its progress handler ends it at once")
  func cancellationOnTheWay() async {
    let percents = LockIsolated<[Int]>([])
    let search = Task {
      await NthPrime.find(NthPrime.limit) { percent in
        percents.withValue { $0.append(percent) }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    #expect(await search.value == nil)
    #expect(percents.value == [10])
  }
}
