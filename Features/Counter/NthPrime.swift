import Foundation

/// The search for the prime of a number: a sieve of Eratosthenes, a segment at a time.
package enum NthPrime {
  /// The greatest number whose prime is looked for, a matter of a second.
  package static let limit = 10_000_000

  /// Odd numbers in a segment: what they take fits the processor's nearest cache.
  private static let segmentLength = 1 << 14

  /// The `n`th prime, found off the caller's actor.
  @concurrent
  static func findConcurrently(_ n: Int) async -> Int? {
    find(n)
  }

  /// The `n`th prime, the first being 2.
  ///
  /// It is nil if `n` is below 1 or above `limit`, or if the task is cancelled meanwhile.
  package static func find(_ n: Int) -> Int? {
    guard (1...limit).contains(n) else { return nil }
    guard n > 1 else { return 2 }
    let bound = upperBound(of: n)
    let divisors = oddPrimes(squaredThrough: bound)
    var remaining = n - 1
    for start in stride(from: 3, through: bound, by: 2 * segmentLength) {
      guard !Task.isCancelled else { return nil }
      let isComposite = oddComposites(from: start, count: segmentLength, dividedBy: divisors)
      for index in isComposite.indices where !isComposite[index] {
        remaining -= 1
        if remaining == 0 { return start + 2 * index }
      }
    }
    preconditionFailure("the prime of the number \(n) is not above \(bound)")
  }

  /// A number that the `n`th prime is not above.
  ///
  /// Source: J. B. Rosser and L. Schoenfeld, Approximate formulas for some functions of prime
  /// numbers (1962), corollary of theorem 3: pₙ < n (ln n + ln ln n) from n = 6 on.
  private static func upperBound(of n: Int) -> Int {
    guard n >= 6 else { return 11 }
    let number = Double(n)
    return Int((number * (log(number) + log(log(number)))).rounded(.up))
  }

  /// The odd primes whose squares are not above a bound.
  private static func oddPrimes(squaredThrough bound: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 3
    while candidate * candidate <= bound {
      let isPrime = primes.lazy.prefix { $0 * $0 <= candidate }.allSatisfy { candidate % $0 != 0 }
      if isPrime { primes.append(candidate) }
      candidate += 2
    }
    return primes
  }

  /// Which of the odd numbers from `start` on have one of the divisors.
  private static func oddComposites(
    from start: Int, count: Int, dividedBy divisors: [Int]
  ) -> [Bool] {
    var isComposite = [Bool](repeating: false, count: count)
    let end = start + 2 * count
    for divisor in divisors {
      let square = divisor * divisor
      guard square < end else { break }
      var index: Int
      if square >= start {
        index = (square - start) / 2
      } else {
        let first = (start + divisor - 1) / divisor * divisor
        index = ((first.isMultiple(of: 2) ? first + divisor : first) - start) / 2
      }
      while index < count {
        isComposite[index] = true
        index += divisor
      }
    }
    return isComposite
  }
}
