import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import Testing

@Suite("The client that finds primes")
struct NthPrimeClientTests {
  @Test("A test that does not control the client fails, and is told its name")
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
}
