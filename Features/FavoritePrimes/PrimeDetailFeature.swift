package import ComposableArchitecture

/// A favorite prime, looked at closely.
@Reducer
package struct PrimeDetailFeature {
  /// What is known of the prime.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The prime.
    package let prime: Int

    /// Creates the details of a prime.
    package init(prime: Int) {
      self.prime = prime
    }
  }

  /// What can happen to the prime.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The favorite that follows in the list was to be shown; the list does that.
    case nextTapped
    /// The prime was to be deleted from the list, which asks first.
    case deleteTapped
    /// What was shown before was to be shown again.
    case backTapped
  }

  @Dependency(\.dismiss) private var dismiss

  /// Creates the feature.
  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .backTapped: .run { [dismiss] _ in await dismiss() }
    case .nextTapped, .deleteTapped: .none
    }
  }
}

/// A favorite prime as lines of text.
enum PrimeDetailScreen {
  /// The prime, how it is written with other digits, and the buttons.
  static func lines(_ state: PrimeDetailFeature.State) -> [String] {
    [
      "The prime \(state.prime)",
      "Binary: \(String(state.prime, radix: 2))",
      "Hexadecimal: \(String(state.prime, radix: 16))",
      "[Next] [Delete] [Back]",
    ]
  }
}
