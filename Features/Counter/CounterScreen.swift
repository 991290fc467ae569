/// The counter as lines of text.
package enum CounterScreen {
  /// The number, the buttons that are there, and the answer if one is shown.
  ///
  /// A button in parentheses is disabled.
  package static func lines(_ state: CounterFeature.State) -> [String] {
    let question = "What is the \(state.count.ordinal) prime?"
    let buttons = [
      "\(state.count)",
      "[-] [+] [Is this prime?]",
      state.isNthPrimeButtonDisabled ? "(\(question))" : "[\(question)]",
    ]
    return buttons + waiting(for: state.nthPrimeRequest) + alert(state.alert)
  }

  private static func waiting(for request: Int?) -> [String] {
    request.map { ["Looking for the \($0.ordinal) prime …"] } ?? []
  }

  private static func alert(_ alert: PrimeAlert?) -> [String] {
    alert.map { ["\($0.message) [OK]"] } ?? []
  }
}
