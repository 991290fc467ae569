import ComposableArchitecture
import Foundation
package import TerminalUI

package enum FavoritePrimesScreen {
  /// Returns the primes with their indices or the details of one, followed by an open question.
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

/// The favorite primes as a tab of the full screen.
package enum FavoritePrimesView {
  /// Returns the open question if there is one, the open details of a prime, or the list.
  package static func screen(
    _ state: FavoritePrimesFeature.State
  ) -> Screen<FavoritePrimesFeature.Action> {
    if let alert = state.alert { return question(alert, state) }
    if let id = state.path.ids.last, let detail = state.path[id: id] { return details(detail, id) }
    return list(state.favoritePrimes)
  }

  private static func list(_ primes: [Int]) -> Screen<FavoritePrimesFeature.Action> {
    Screen("Primes", rows: primes.count) { cursor in
      if primes.isEmpty {
        Text("No favorites yet: the prime modal of the counter saves them.").dim()
      } else {
        List(primes.count, cursor: cursor) { Text("\(primes[$0])") }
      }
    } keys: { cursor in
      let hasRow = !primes.isEmpty
      return [
        ScreenKey(.enter, "look", isEnabled: hasRow, send: .primeTapped(cursor.selection)),
        ScreenKey(
          "d", "delete", isEnabled: hasRow, send: .deleteFavoritePrimes([cursor.selection])),
        ScreenKey("s", "save", send: .saveButtonTapped),
        ScreenKey("l", "load", send: .loadButtonTapped),
      ]
    }
  }

  private static func details(
    _ detail: PrimeDetailFeature.State, _ id: StackElementID
  ) -> Screen<FavoritePrimesFeature.Action> {
    func act(_ action: PrimeDetailFeature.Action) -> FavoritePrimesFeature.Action {
      .path(.element(id: id, action: action))
    }
    return Screen("Primes", lines: PrimeDetailScreen.lines(detail)) { _ in
      [
        ScreenKey("n", "next", send: act(.nextTapped)),
        ScreenKey("d", "delete", send: act(.deleteTapped)),
        ScreenKey(.escape, "back", send: act(.backTapped)),
      ]
    }
  }

  private static func question(
    _ alert: AlertState<FavoritePrimesFeature.Action.Alert>, _ state: FavoritePrimesFeature.State
  ) -> Screen<FavoritePrimesFeature.Action> {
    Screen("Primes") { _ in
      Box("Question") { Text(String(state: alert.title)).color(.warning) }
    } keys: { _ in
      let confirmation = alert.buttons.compactMap(\.action.action).first
      return (confirmation.map { [ScreenKey("y", "yes", send: .alert(.presented($0)))] } ?? [])
        + [ScreenKey(.escape, "no", send: .alert(.dismiss))]
    }
  }
}
