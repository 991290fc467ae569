package import ComposableArchitecture

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
