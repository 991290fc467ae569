package import ComposableArchitecture

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

extension NthPrimeClient: DependencyKey {
  package static let liveValue = NthPrimeClient(tellingProgress: { n, progress in
    await NthPrime.find(n, progress: progress)
  })

  /// Knows the first primes only, so that previews answer at once.
  package static let previewValue = NthPrimeClient { n in
    n <= 1_000 ? await NthPrime.find(n) : nil
  }

  package static let testValue = NthPrimeClient { _ in
    reportIssue(
      """
      @Dependency(\\.nthPrime) is not controlled by the test that uses it. Override it with \
      'withDependencies { $0.nthPrime = NthPrimeClient { _ in 59 } } operation: { … }'.
      """)
    return nil
  }
}

extension DependencyValues {
  /// Finds the prime of a number; in tests it fails when called, unless overridden.
  package var nthPrime: NthPrimeClient {
    get { self[NthPrimeClient.self] }
    set { self[NthPrimeClient.self] = newValue }
  }
}

/// The prime of a number.
package enum NthPrime {
  /// The greatest number whose prime is looked for, a matter of a second.
  package static let limit = 10_000_000

  /// How far apart the percents are that a search tells of: a log of it stays small.
  static let progressStep = 10

  /// The `n`th prime, the first being 2, found off the caller's actor.
  ///
  /// It is nil if `n` is below 1 or above `limit`, or if the task is cancelled meanwhile. Which
  /// percents `progress` is told depends on `n` alone.
  @concurrent
  package static func find(
    _ n: Int, progress: @Sendable (_ percent: Int) async -> Void = { _ in }
  ) async -> Int? {
    guard var search = PrimeSearch(n) else { return nil }
    var told = 0
    while !Task.isCancelled {
      if let prime = search.next() { return prime }
      let percent = search.percent / progressStep * progressStep
      guard percent > told else { continue }
      told = percent
      await progress(percent)
    }
    return nil
  }
}
