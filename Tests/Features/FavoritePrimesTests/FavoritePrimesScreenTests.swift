import ComposableArchitecture
import ComposableArchitectureTesting
import FavoritePrimes
import Testing

@MainActor
@Suite("The screen of the favorite primes")
struct FavoritePrimesScreenTests {
  private func look(of state: FavoritePrimesFeature.State) -> String {
    FavoritePrimesScreen.lines(state).joined(separator: "\n")
  }

  @Test("Each prime is shown with the place that it is deleted by")
  func primes() {
    assertSnapshot(of: look(of: FavoritePrimesFeature.State(favoritePrimes: [7, 3])), as: .lines)
  }

  @Test("An empty list says so")
  func empty() {
    assertSnapshot(of: look(of: FavoritePrimesFeature.State()), as: .lines)
  }

  @Test("The question whether a prime is to be deleted is shown with its buttons")
  func question() {
    let store = Store(initialState: FavoritePrimesFeature.State(favoritePrimes: [7, 3])) {
      FavoritePrimesFeature()
    }
    store.send(.deleteFavoritePrimes([1]))
    assertSnapshot(of: store.withState(look), as: .lines)
  }

  @Test("A prime that is looked at closely takes the place of the list")
  func detail() {
    var state = FavoritePrimesFeature.State(favoritePrimes: [7, 17])
    withDependencies {
      $0.context = .preview
    } operation: {
      state.path.append(PrimeDetailFeature.State(prime: 17))
    }
    assertSnapshot(of: look(of: state), as: .lines)
  }
}
