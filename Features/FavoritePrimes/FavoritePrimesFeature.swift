package import ComposableArchitecture
package import Foundation

/// The list of favorite primes, which can be saved and loaded.
@Reducer
package struct FavoritePrimesFeature {
  /// What the list knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The favorite primes, in the order in which they were saved.
    package var favoritePrimes: [Int]

    /// Creates a list of favorite primes.
    package init(favoritePrimes: [Int] = []) {
      self.favoritePrimes = favoritePrimes
    }
  }

  /// What can happen to the list.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The primes at these places, from 0, were to be deleted; places beyond the end are passed over.
    case deleteFavoritePrimes(IndexSet)
    /// The list was to be loaded.
    case loadButtonTapped
    /// The list that was loaded.
    case loadedFavoritePrimes([Int])
    /// The list was to be saved.
    case saveButtonTapped
    /// The list could not be loaded or saved; the text says why.
    case storageFailed(String)
  }

  @Dependency(\.dataStorage) private var dataStorage

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteFavoritePrimes(let places):
        state.favoritePrimes = state.favoritePrimes.enumerated()
          .filter { !places.contains($0.offset) }
          .map(\.element)
        return .none
      case .loadButtonTapped:
        return load()
      case .loadedFavoritePrimes(let primes):
        state.favoritePrimes = primes
        return .none
      case .saveButtonTapped:
        return save(state.favoritePrimes)
      case .storageFailed:
        return .none
      }
    }
  }

  /// Loads the list; where none was saved yet, nothing happens to the one that is there.
  private func load() -> Effect<Action> {
    let file = FavoritePrimesFile(storage: dataStorage)
    return .run { send in
      if let primes = try await file.load() { await send(.loadedFavoritePrimes(primes)) }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }

  private func save(_ primes: [Int]) -> Effect<Action> {
    let file = FavoritePrimesFile(storage: dataStorage)
    return .run { _ in
      try await file.save(primes)
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }
}
