package import ComposableArchitecture

/// Finds the prime with a given number.
@DependencyClient
package struct NthPrimeClient: Sendable {
  /// Returns a stream with the progress and the result of a search for the `n`th prime. The first
  /// is 2.
  ///
  /// The search ends when the consumer stops listening.
  package var find: @Sendable (_ n: Int) -> AsyncStream<PrimeSearchEvent> = { _ in .finished }
}

/// A message of a search for a prime.
@Recordable
package enum PrimeSearchEvent: Hashable, Sendable {
  case progress(percent: Int)
  /// The end of the search, with the prime, or `nil` if there is no answer.
  case found(Int?)
}

extension NthPrimeClient {
  /// A handler that receives the progress of a search, in percent.
  package typealias Progress = @Sendable (_ percent: Int) async -> Void

  /// Creates a client that finds primes with a closure, which returns `nil` if it has no answer.
  package init(_ find: @escaping @Sendable (_ n: Int) async -> Int?) {
    self.init(tellingProgress: { n, _ in await find(n) })
  }

  /// Creates a client whose closure reports the progress of its search.
  package init(
    tellingProgress find: @escaping @Sendable (_ n: Int, _ progress: Progress) async -> Int?
  ) {
    self.init(find: { n in
      AsyncStream { continuation in
        let search = Task {
          let prime = await find(n) { continuation.yield(.progress(percent: $0)) }
          continuation.yield(.found(prime))
          continuation.finish()
        }
        continuation.onTermination = { _ in search.cancel() }
      }
    })
  }
}

extension NthPrimeClient: DependencyKey {
  package static let liveValue = NthPrimeClient(tellingProgress: { n, progress in
    await NthPrime.find(n, progress: progress)
  })

  /// A client that knows only the first 1,000 primes. Previews therefore respond at once.
  package static let previewValue = NthPrimeClient { n in
    n <= 1_000 ? await NthPrime.find(n) : nil
  }

  /// A client that fails the test when used.
  package static let testValue = NthPrimeClient()
}

extension NthPrimeClient: SimulationDependencyKey {
  /// A client that reports its progress at random times, and knows only the first 100 primes.
  package static var simulationValue: NthPrimeClient {
    NthPrimeClient(tellingProgress: { n, progress in
      @Dependency(\.continuousClock) var clock
      @Dependency(\.withRandomNumberGenerator) var random
      for percent in [30, 70] {
        let delay = random { Int.random(in: 0..<400, using: &$0) }
        try? await clock.sleep(for: .milliseconds(delay))
        await progress(percent)
      }
      return n <= 100 ? await NthPrime.find(n) : nil
    })
  }
}

extension DependencyValues {
  /// Finds the prime with a given number. In a test, calling it fails unless it is overridden.
  package var nthPrime: NthPrimeClient {
    get { self[NthPrimeClient.self] }
    set { self[NthPrimeClient.self] = newValue }
  }
}

package enum NthPrime {
  /// The largest supported number of a prime, which takes about a second to find.
  package static let limit = 10_000_000

  /// The distance between reported percentages. A large step keeps recorded logs small.
  static let progressStep = 10

  /// Returns the `n`th prime, or `nil` if `n` isn't in `1...limit` or the task is canceled.
  ///
  /// The percentages passed to `progress` depend only on `n`.
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
