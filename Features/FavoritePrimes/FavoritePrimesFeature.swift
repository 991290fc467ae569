package import ComposableArchitecture
package import Foundation

/// The list of favorite primes, which can be saved and loaded.
@Reducer(.recordable)
package struct FavoritePrimesFeature {
  package struct State: Equatable, Sendable {
    /// The favorite primes, in the order in which the user saved them.
    package var favoritePrimes: [Int]
    /// The primes whose details are open, the visible one last.
    package var path = StackState<PrimeDetailFeature.State>()
    /// The question whether to delete primes, while it is open.
    @Presents package var alert: AlertState<Action.Alert>?

    package init(favoritePrimes: [Int] = []) {
      self.favoritePrimes = favoritePrimes
    }
  }

  package enum Action: Equatable, Sendable {
    /// Asks whether to delete the primes at these indices. Indices beyond the end are ignored.
    case deleteFavoritePrimes(IndexSet)
    case alert(PresentationAction<Alert>)
    /// Shows the details of the prime at this index. An index beyond the end is ignored.
    case primeTapped(Int)
    case path(StackActionOf<PrimeDetailFeature>)
    case loadButtonTapped
    case loadedFavoritePrimes([Int])
    case saveButtonTapped
    /// The list could not be loaded or saved, for this reason.
    case storageFailed(String)
    /// The list was saved, but with a warning.
    case storageWarned(String)

    /// The answers to the question whether to delete primes.
    @Recordable
    @CasePathable
    package enum Alert: Equatable, Sendable {
      case confirmDeletion([Int])
    }
  }

  @Dependency(\.dataStorage) private var dataStorage

  private enum CancelID { case save }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteFavoritePrimes(let places):
        let primes = places.compactMap(state.prime(at:))
        if !primes.isEmpty { state.alert = .deletion(of: primes) }
        return .none
      case .alert(.presented(.confirmDeletion(let primes))):
        state.delete(primes)
        return .none
      case .primeTapped(let place):
        if let prime = state.prime(at: place) { state.show(prime) }
        return .none
      case .path(.element(let id, let action)):
        state.perform(action, ofDetail: id)
        return .none
      case .loadButtonTapped:
        return load()
      case .loadedFavoritePrimes(let primes):
        state.favoritePrimes = primes
        return .none
      case .saveButtonTapped:
        return save(state.favoritePrimes)
      case .alert, .path, .storageFailed, .storageWarned:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.path, action: \.path) { PrimeDetailFeature() }
  }

  /// Loads the list. Leaves the current list alone if none was saved yet.
  private func load() -> Effect<Action> {
    let file = FavoritePrimesFile(storage: dataStorage)
    return .run { send in
      if let primes = try await file.load() { await send(.loadedFavoritePrimes(primes)) }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }

  /// Saves the list. A new save replaces a save in progress.
  private func save(_ primes: [Int]) -> Effect<Action> {
    let file = FavoritePrimesFile(storage: dataStorage)
    return .run { send in
      if let name = try await file.save(primes) {
        await send(.storageWarned(FavoritePrimesFile.warning(keptAs: name)))
      }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}

extension FavoritePrimesFeature.State {
  fileprivate func prime(at place: Int) -> Int? {
    favoritePrimes.indices.contains(place) ? favoritePrimes[place] : nil
  }

  fileprivate mutating func show(_ prime: Int) {
    path.append(PrimeDetailFeature.State(prime: prime))
  }

  /// Performs the actions that the details of a prime leave to the list.
  fileprivate mutating func perform(
    _ action: PrimeDetailFeature.Action, ofDetail id: StackElementID
  ) {
    guard let prime = path[id: id]?.prime else { return }
    switch action {
    case .nextTapped:
      let place = favoritePrimes.firstIndex(of: prime)
      if let next = place.flatMap({ self.prime(at: $0 + 1) }) { show(next) }
    case .deleteTapped:
      alert = .deletion(of: [prime])
    case .backTapped:
      break
    }
  }

  /// Deletes primes, and closes their details with everything that was opened from there.
  fileprivate mutating func delete(_ primes: [Int]) {
    favoritePrimes.removeAll(where: primes.contains)
    let gone = path.ids.first { id in path[id: id].map { primes.contains($0.prime) } ?? false }
    if let gone { path.pop(from: gone) }
  }
}

extension AlertState where Action == FavoritePrimesFeature.Action.Alert {
  /// The maximum number of primes that the question names individually.
  private static var maxNamed: Int { 5 }

  static func deletion(of primes: [Int]) -> Self {
    let names = primes.map(String.init)
    let what =
      switch names.count {
      case 1: names[0]
      case 2...maxNamed: "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
      default: "\(names.count) favorite primes"
      }
    return AlertState {
      TextState("Delete \(what)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(primes)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}
