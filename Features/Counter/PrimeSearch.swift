import Foundation

/// A search for the `n`th prime with a sieve of Eratosthenes, one segment of numbers at a time.
struct PrimeSearch {
  /// The number of odd numbers in a segment. A segment fits into the processor's first-level cache.
  private static let stretchLength = 1 << 14

  private let bound: Int
  private let divisors: [Int]
  private var start = 3
  private var remaining: Int

  /// Creates a search for the `n`th prime. Returns `nil` unless `n` is in `1...NthPrime.limit`.
  init?(_ n: Int) {
    guard (1...NthPrime.limit).contains(n) else { return nil }
    bound = Self.upperBound(of: n)
    divisors = Self.oddPrimes(squaredThrough: bound)
    remaining = n - 1
  }

  /// The percentage of numbers searched so far. The search ends a little before 100.
  var percent: Int { min(100, (start - 3) * 100 / bound) }

  mutating func next() -> Int? {
    guard remaining > 0 else { return 2 }
    let isComposite = oddComposites()
    defer { start += 2 * Self.stretchLength }
    for index in isComposite.indices where !isComposite[index] {
      remaining -= 1
      if remaining == 0 { return start + 2 * index }
    }
    precondition(start <= bound, "the prime is not above \(bound)")
    return nil
  }

  /// Returns an upper bound for the `n`th prime.
  ///
  /// Source: J. B. Rosser and L. Schoenfeld, Approximate formulas for some functions of prime
  /// numbers (1962), corollary of theorem 3: pₙ < n (ln n + ln ln n) for n ≥ 6.
  private static func upperBound(of n: Int) -> Int {
    guard n >= 6 else { return 11 }
    let number = Double(n)
    return Int((number * (log(number) + log(log(number)))).rounded(.up))
  }

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

  /// Returns, for each odd number of the segment, whether one of the divisors divides it.
  private func oddComposites() -> [Bool] {
    var isComposite = [Bool](repeating: false, count: Self.stretchLength)
    let end = start + 2 * Self.stretchLength
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
      while index < isComposite.count {
        isComposite[index] = true
        index += divisor
      }
    }
    return isComposite
  }
}
