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

  @Test("Each prime is shown with its index")
  func primes() {
    assertSnapshot(of: look(of: FavoritePrimesFeature.State(favoritePrimes: [7, 3])), as: .lines)
  }

  @Test("An empty list shows a placeholder")
  func empty() {
    assertSnapshot(of: look(of: FavoritePrimesFeature.State()), as: .lines)
  }

  @Test("The question whether to delete a prime is shown with its buttons")
  func question() {
    let store = Store(initialState: FavoritePrimesFeature.State(favoritePrimes: [7, 3])) {
      FavoritePrimesFeature()
    }
    store.send(.deleteFavoritePrimes([1]))
    assertSnapshot(of: store.withState(look), as: .lines)
  }

  @Test("The details of a prime replace the list")
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
