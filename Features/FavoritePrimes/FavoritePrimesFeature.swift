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
    /// The primes that are looked at closely, the one that is shown last.
    package var path = StackState<PrimeDetailFeature.State>()
    /// The question whether primes are to be deleted, while it is open.
    @Presents package var alert: AlertState<Action.Alert>?

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
    /// The question about it was answered.
    case alert(PresentationAction<Alert>)
    /// The prime at this place, from 0, was to be looked at closely; other places are passed over.
    case primeTapped(Int)
    /// Something happened to a prime that is looked at closely.
    case path(StackActionOf<PrimeDetailFeature>)
    /// The list was to be loaded.
    case loadButtonTapped
    /// The list that was loaded.
    case loadedFavoritePrimes([Int])
    /// The list was to be saved.
    case saveButtonTapped
    /// The list could not be loaded or saved; the text says why.
    case storageFailed(String)
    /// The list was saved, and something else was found; the text says what.
    case storageWarned(String)

    /// The answers to the question whether primes are to be deleted.
    @Recordable
    @CasePathable
    package enum Alert: Equatable, Sendable {
      /// These primes are to be deleted.
      case confirmDeletion([Int])
    }
  }

  @Dependency(\.dataStorage) private var dataStorage

  private enum CancelID { case save }

  /// Creates the feature.
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

  /// Loads the list; where none was saved yet, nothing happens to the one that is there.
  private func load() -> Effect<Action> {
    let file = FavoritePrimesFile(storage: dataStorage)
    return .run { send in
      if let primes = try await file.load() { await send(.loadedFavoritePrimes(primes)) }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }

  /// Saves the list; of two saves at a time the later one counts.
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

  /// Does what the details of a prime leave to the list.
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

  /// Deletes primes, and shows none of them any longer, nor what was reached from there.
  fileprivate mutating func delete(_ primes: [Int]) {
    favoritePrimes.removeAll(where: primes.contains)
    let gone = path.ids.first { id in path[id: id].map { primes.contains($0.prime) } ?? false }
    if let gone { path.pop(from: gone) }
  }
}

extension AlertState where Action == FavoritePrimesFeature.Action.Alert {
  /// As many primes as are named one by one.
  private static var mostNamed: Int { 5 }

  /// Asks whether primes are to be deleted.
  static func deletion(of primes: [Int]) -> Self {
    let names = primes.map(String.init)
    let what =
      switch names.count {
      case 1: names[0]
      case 2...mostNamed: "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
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
