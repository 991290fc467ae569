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
      let prime = await nthPrime(1)
      #expect(prime == nil)
    } matching: { issue in
      issue.description.contains(#"@Dependency(\.nthPrime) is not controlled"#)
    }
  }

  @Test("The live client finds primes")
  func live() async {
    #expect(await NthPrimeClient.liveValue(25) == 97)
  }

  @Test("The preview client finds small primes, and returns nil for large ones")
  func preview() async {
    await withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.nthPrime) var nthPrime
      #expect(await nthPrime(25) == 97)
      #expect(await nthPrime(1_000_000) == nil)
    }
  }
}
