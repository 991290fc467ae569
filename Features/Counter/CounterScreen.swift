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
