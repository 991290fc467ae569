import ComposableArchitecture

/// Finds the prime of a number.
package struct NthPrimeClient: Sendable {
  /// Told how much of a search is done, in percent.
  package typealias Progress = @Sendable (_ percent: Int) async -> Void

  private let find: @Sendable (_ n: Int, _ progress: Progress) async -> Int?

  /// A client that finds primes with `find`, which returns nil if it has no answer.
  package init(_ find: @escaping @Sendable (_ n: Int) async -> Int?) {
    self.find = { n, _ in await find(n) }
  }

  /// A client that tells meanwhile how far the search is.
  package init(
    tellingProgress find: @escaping @Sendable (_ n: Int, _ progress: Progress) async -> Int?
  ) {
    self.find = find
  }

  /// The `n`th prime, the first being 2; nil if there is no answer, as for numbers below 1.
  ///
  /// A search whose task is cancelled ends soon, without an answer.
  package func callAsFunction(_ n: Int, progress: Progress = { _ in }) async -> Int? {
    await find(n, progress)
  }
}
