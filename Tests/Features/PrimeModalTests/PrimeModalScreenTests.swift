import ComposableArchitectureTesting
import PrimeModal
import Testing

@Suite("The prime modal's screen")
struct PrimeModalScreenTests {
  private func look(of state: PrimeModalFeature.State) -> String {
    PrimeModalScreen.lines(state).joined(separator: "\n")
  }

  @Test("A prime can be saved")
  func prime() {
    assertSnapshot(of: look(of: PrimeModalFeature.State(count: 7)), as: .lines)
  }

  @Test("A favorite can be removed")
  func favorite() {
    let state = PrimeModalFeature.State(count: 7, favoritePrimes: [7])
    assertSnapshot(of: look(of: state), as: .lines)
  }

  @Test("A number that is not prime can only be looked at")
  func composite() {
    assertSnapshot(of: look(of: PrimeModalFeature.State(count: 8)), as: .lines)
  }
}
