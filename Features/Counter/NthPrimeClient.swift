import ComposableArchitecture

/// Finds the prime of a number.
package struct NthPrimeClient: Sendable {
  private let find: @Sendable (_ n: Int) async -> Int?

  /// A client that finds primes with `find`, which returns nil if it has no answer.
  package init(_ find: @escaping @Sendable (_ n: Int) async -> Int?) {
    self.find = find
  }

  /// The `n`th prime, the first being 2; nil if there is no answer, as for numbers below 1.
  package func callAsFunction(_ n: Int) async -> Int? {
    await find(n)
  }
}
