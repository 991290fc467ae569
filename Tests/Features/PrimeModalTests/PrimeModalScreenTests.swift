import ComposableArchitectureTesting
import PrimeModal
import Testing

@Suite("The prime modal's screen")
struct PrimeModalScreenTests {
  private func look(of state: PrimeModalFeature.State) -> String {
    PrimeModalScreen.lines(state).joined(separator: "\n")
  }

  @Test("A prime has a save button")
  func prime() {
    assertSnapshot(of: look(of: PrimeModalFeature.State(count: 7)), as: .lines)
  }

  @Test("A favorite has a remove button")
  func favorite() {
    let state = PrimeModalFeature.State(count: 7, favoritePrimes: [7])
    assertSnapshot(of: look(of: state), as: .lines)
  }

  @Test("A number that is not prime has no button to save or remove it")
  func composite() {
    assertSnapshot(of: look(of: PrimeModalFeature.State(count: 8)), as: .lines)
  }
}
