package import TerminalUI

/// The counter as a tab of the full screen.
package enum CounterView {
  /// The number, the buttons, how far the search for a prime is, and the answer if one is shown.
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
