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
