package import ComposableArchitecture

/// The details of a favorite prime.
@Reducer(.recordable)
package struct PrimeDetailFeature {
  package struct State: Equatable, Sendable {
    package let prime: Int

    package init(prime: Int) {
      self.prime = prime
    }
  }

  package enum Action: Equatable, Sendable {
    /// Shows the next favorite prime. The list handles this action.
    case nextTapped
    /// Asks whether to delete the prime. The list handles this action.
    case deleteTapped
    case backTapped
  }

  @Dependency(\.dismiss) private var dismiss

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .backTapped: .run { [dismiss] _ in await dismiss() }
    case .nextTapped, .deleteTapped: .none
    }
  }
}

enum PrimeDetailScreen {
  /// Returns the prime in decimal, binary and hexadecimal, and the buttons.
  static func lines(_ state: PrimeDetailFeature.State) -> [String] {
    [
      "The prime \(state.prime)",
      "Binary: \(String(state.prime, radix: 2))",
      "Hexadecimal: \(String(state.prime, radix: 16))",
      "[Next] [Delete] [Back]",
    ]
  }
}
