/// The operations on payloads that need to know steps. `SessionModel` supplies the operations for
/// sessions.
package struct PayloadCoding: Sendable {
  /// Returns the number of steps in a payload, or `nil` if it cannot be decoded.
  package var stepCount: @Sendable (_ payload: [UInt8], _ startsWithKeyframe: Bool) -> Int?
  /// Joins the payloads of adjacent blocks, or returns `nil` if one cannot be decoded. Only the
  /// first may have a keyframe.
  package var join: @Sendable (_ payloads: [[UInt8]], _ startsWithKeyframe: Bool) -> [UInt8]?

  /// Returns the length of a payload that has a number of steps and is at the start of the bytes,
  /// or `nil` if no such payload is there.
  package var length:
    @Sendable (_ bytes: [UInt8], _ startsWithKeyframe: Bool, _ stepCount: Int) -> Int?

  package init(
    stepCount: @escaping @Sendable ([UInt8], Bool) -> Int?,
    join: @escaping @Sendable ([[UInt8]], Bool) -> [UInt8]?,
    length: @escaping @Sendable ([UInt8], Bool, Int) -> Int?
  ) {
    self.stepCount = stepCount
    self.join = join
    self.length = length
  }
}
