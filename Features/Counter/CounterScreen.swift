package import TerminalUI

package enum CounterScreen {
  /// Returns the count, the buttons (in parentheses if disabled), and the answer if one is shown.
  package static func lines(_ state: CounterFeature.State) -> [String] {
    let question = "What is the \(state.count.ordinal) prime?"
    let buttons = [
      "\(state.count)",
      "[-] [+] [Is this prime?]",
      state.isNthPrimeButtonDisabled ? "(\(question))" : "[\(question)]",
    ]
    return buttons + waiting(state) + alert(state.alert)
  }

  private static func waiting(_ state: CounterFeature.State) -> [String] {
    guard let request = state.nthPrimeRequest else { return [] }
    let progress = state.nthPrimeProgress.map { "\($0)% " } ?? ""
    return ["Looking for the \(request.ordinal) prime … \(progress)[Cancel]"]
  }

  private static func alert(_ alert: PrimeAlert?) -> [String] {
    alert.map { ["\($0.message) [OK]"] } ?? []
  }
}

extension BinaryInteger {
  /// The ordinal of the number, such as `1st`, `2nd`, `3rd`, `4th` or `11th`.
  package var ordinal: String {
    let lastTwoDigits = Int(magnitude % 100)
    let suffix =
      switch (lastTwoDigits / 10, lastTwoDigits % 10) {
      case (1, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(self)\(suffix)"
  }
}

/// The counter as a tab of the full screen.
package enum CounterView {
  /// Returns the count, the buttons, the progress of a search, and the answer if one is shown.
  package static func screen(
    _ state: CounterFeature.State
  ) -> Screen<CounterFeature.Action> {
    Screen("Counter") { _ in
      Text("\(state.count)").bold()
      Text("")
      Row {
        Button("-", key: "-")
        Button("+", key: "+")
        Button("Is this prime?", key: "p")
      }
      Button(
        "What is the \(state.count.ordinal) prime?", key: "n",
        isEnabled: !state.isNthPrimeButtonDisabled)
      if let request = state.nthPrimeRequest {
        Text("")
        Text("Looking for the \(request.ordinal) prime …").dim()
        Row {
          Progress(Double(state.nthPrimeProgress ?? 0) / 100).frame(width: 30)
          Button("Cancel", key: "c")
        }
      }
      if let alert = state.alert {
        Text("")
        Row {
          Text(alert.message).color(.success)
          Button("OK", key: .enter)
        }
      }
    } keys: { _ in
      keys(state)
    }
  }

  private static func keys(_ state: CounterFeature.State) -> [ScreenKey<CounterFeature.Action>] {
    var keys: [ScreenKey<CounterFeature.Action>] = [
      ScreenKey("-", "down", send: .decrTapped),
      ScreenKey("+", "up", send: .incrTapped),
      ScreenKey("p", "is it prime?", send: .isPrimeButtonTapped),
      ScreenKey(
        "n", "nth prime", isEnabled: !state.isNthPrimeButtonDisabled, send: .nthPrimeButtonTapped),
      ScreenKey("#", "number", ask: "A whole number", initial: "\(state.count)") { text in
        Int(text).map { .countTyped($0) }
      },
    ]
    if state.nthPrimeRequest != nil {
      keys.append(ScreenKey("c", "cancel", send: .nthPrimeCancelButtonTapped))
    }
    if state.alert != nil {
      keys.append(ScreenKey(.enter, "close", send: .alertDismissButtonTapped))
    }
    return keys
  }
}
