extension Int {
  /// Whether the number is prime. The answer is exact and takes microseconds for every number.
  ///
  /// The Miller–Rabin test with the first twelve primes as bases is deterministic below 2⁶⁴.
  /// Source: J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases (2017).
  package var isPrime: Bool {
    guard self >= 2 else { return false }
    let bases: [UInt] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    let number = magnitude
    if let divisor = bases.first(where: number.isMultiple(of:)) { return number == divisor }
    return bases.allSatisfy(number.isStrongProbablePrime(toBase:))
  }
}

extension UInt {
  /// Whether an odd number passes the Miller–Rabin test for a base that does not divide it.
  fileprivate func isStrongProbablePrime(toBase base: UInt) -> Bool {
    let twos = (self - 1).trailingZeroBitCount
    var power = base.raised(to: (self - 1) >> twos, modulo: self)
    if power == 1 || power == self - 1 { return true }
    for _ in 1..<Swift.max(twos, 1) {
      power = power.multiplied(by: power, modulo: self)
      if power == self - 1 { return true }
    }
    return false
  }

  private func raised(to exponent: UInt, modulo modulus: UInt) -> UInt {
    var (result, factor, exponent) = (UInt(1), self % modulus, exponent)
    while exponent > 0 {
      if !exponent.isMultiple(of: 2) { result = result.multiplied(by: factor, modulo: modulus) }
      factor = factor.multiplied(by: factor, modulo: modulus)
      exponent >>= 1
    }
    return result
  }

  /// Returns the product of two numbers below the modulus, without overflow.
  private func multiplied(by other: UInt, modulo modulus: UInt) -> UInt {
    modulus.dividingFullWidth(multipliedFullWidth(by: other)).remainder
  }
}
