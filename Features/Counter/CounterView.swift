package import TerminalUI

/// The counter as a tab of the full screen.
package enum CounterView {
  /// The number, the buttons, and the answer if one is shown.
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
      }
      if let alert = state.alert {
        Text("")
        Row {
          Text(alert.message).color(.success)
          Button("OK", key: .enter)
        }
      }
    } keys: { _ in
      [
        ScreenKey("-", "down", send: .decrTapped),
        ScreenKey("+", "up", send: .incrTapped),
        ScreenKey("p", "is it prime?", send: .isPrimeButtonTapped),
        ScreenKey(
          "n", "nth prime", isEnabled: !state.isNthPrimeButtonDisabled,
          send: .nthPrimeButtonTapped),
      ]
        + (state.alert == nil
          ? [] : [ScreenKey(.enter, "close", send: .alertDismissButtonTapped)])
    }
  }
}
