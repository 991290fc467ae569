import Foundation

/// A search for the prime of a number: a sieve of Eratosthenes, a stretch of numbers at a time.
struct PrimeSearch {
  /// Odd numbers in a stretch: what they take fits the processor's nearest cache.
  private static let stretchLength = 1 << 14

  private let bound: Int
  private let divisors: [Int]
  private var start = 3
  private var remaining: Int

  /// Prepares the search for the `n`th prime, the first being 2; nil if `n` is not in 1…limit.
  init?(_ n: Int) {
    guard (1...NthPrime.limit).contains(n) else { return nil }
    bound = Self.upperBound(of: n)
    divisors = Self.oddPrimes(squaredThrough: bound)
    remaining = n - 1
  }

  /// How much of the numbers is searched, in whole percents; the end is reached a little before 100.
  var percent: Int { min(100, (start - 3) * 100 / bound) }

  /// Searches the next stretch; returns the prime if it stands there.
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

  /// Which of the odd numbers of the stretch have one of the divisors.
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
