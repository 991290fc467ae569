import ComposableArchitecture

/// The favorite primes as lines of text.
package enum FavoritePrimesScreen {
  /// The primes, each with its place from 0, the buttons, and the question if one is open.
  package static func lines(_ state: FavoritePrimesFeature.State) -> [String] {
    let primes = state.favoritePrimes.enumerated().map { "\($0.offset): \($0.element)" }
    return (primes.isEmpty ? ["None yet."] : primes) + ["[Save] [Load]"]
      + (state.alert.map { [text(of: $0)] } ?? [])
  }

  private static func text<Action>(of alert: AlertState<Action>) -> String {
    let buttons = alert.buttons.map { "[\(String(state: $0.label))]" }
    return ([String(state: alert.title)] + buttons).joined(separator: " ")
  }
}
