import PrimeModal
import Testing

@Suite("The prime modal's screen")
struct PrimeModalScreenTests {
  @Test("A prime can be saved")
  func prime() {
    #expect(
      PrimeModalScreen.lines(PrimeModalFeature.State(count: 7)) == [
        "7 is prime.", "[Save to favorite primes]", "[Close]",
      ])
  }

  @Test("A favorite can be removed")
  func favorite() {
    #expect(
      PrimeModalScreen.lines(PrimeModalFeature.State(count: 7, favoritePrimes: [7])) == [
        "7 is prime.", "[Remove from favorite primes]", "[Close]",
      ])
  }

  @Test("A number that is not prime can only be looked at")
  func composite() {
    #expect(
      PrimeModalScreen.lines(PrimeModalFeature.State(count: 8)) == ["8 is not prime.", "[Close]"])
  }
}
