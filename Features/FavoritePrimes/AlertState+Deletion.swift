import ComposableArchitecture

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
