import ComposableArchitecture
import ComposableArchitectureTesting
import PrimeModal
import Testing

@MainActor
@Suite("The prime modal, tested with a script")
struct PrimeModalScriptTests {
  @Test("A favorite is saved and removed")
  func saveAndRemove() async {
    await assert(
      initialValue: PrimeModalFeature.State(count: 2, favoritePrimes: [3, 5]),
      reducer: PrimeModalFeature(),
      steps:
        Step(.send, .saveFavoritePrimeTapped) { $0.favoritePrimes = [3, 5, 2] },
      Step(.send, .removeFavoritePrimeTapped) { $0.favoritePrimes = [3, 5] })
  }
}
