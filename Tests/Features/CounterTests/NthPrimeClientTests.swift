import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import Testing

@Suite("The client that finds primes")
struct NthPrimeClientTests {
  @Test("Using the client in a test without overriding it reports its name")
  func uncontrolled() async {
    @Dependency(\.nthPrime) var nthPrime
    await withKnownIssue {
      #expect(await nthPrime.prime(1) == nil)
    } matching: { issue in
      issue.description.contains("'NthPrimeClient.find'")
    }
  }

  @Test("The live client finds primes")
  func live() async {
    #expect(await NthPrimeClient.liveValue.prime(25) == 97)
  }

  @Test("The preview client finds small primes, and returns nil for large ones")
  func preview() async {
    await withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.nthPrime) var nthPrime
      #expect(await nthPrime.prime(25) == 97)
      #expect(await nthPrime.prime(1_000_000) == nil)
    }
  }
}

extension NthPrimeClient {
  fileprivate func prime(_ n: Int) async -> Int? {
    for await case .found(let prime) in find(n) { return prime }
    return nil
  }
}
