public import Foundation

extension UUID {
  /// The identifier that ends in a number: `UUID(255)` is `00000000-0000-0000-0000-0000000000FF`.
  ///
  /// The number takes the last eight bytes, most significant byte first; different numbers give
  /// different identifiers.
  public init(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * (7 - index))) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)
      ))
  }
}
