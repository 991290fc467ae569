import ComposableArchitecture

/// The favorite primes as lines of text.
package enum FavoritePrimesScreen {
  /// The primes, each with its place from 0, and the buttons; or the prime that is looked at
  /// closely. The question stands below if one is open.
  package static func lines(_ state: FavoritePrimesFeature.State) -> [String] {
    let content = state.path.last.map(PrimeDetailScreen.lines) ?? list(state.favoritePrimes)
    return content + (state.alert.map { [text(of: $0)] } ?? [])
  }

  private static func list(_ primes: [Int]) -> [String] {
    let lines = primes.enumerated().map { "\($0.offset): \($0.element)" }
    return (lines.isEmpty ? ["None yet."] : lines) + ["[Save] [Load]"]
  }

  private static func text<Action>(of alert: AlertState<Action>) -> String {
    let buttons = alert.buttons.map { "[\(String(state: $0.label))]" }
    return ([String(state: alert.title)] + buttons).joined(separator: " ")
  }
}
