/// A call of a log that an effect makes differently now, or no longer.
package struct CallChange: Hashable, Codable, Sendable {
  package let step: UInt64
  /// The position among the effects of the step, from 1.
  package let position: Int
  package let old: String
  /// The call that the effect makes now; `nil` if it makes none.
  package let new: String?

  package init(step: UInt64, position: Int, old: String, new: String?) {
    (self.step, self.position, self.old, self.new) = (step, position, old, new)
  }
}

extension CallChange: CustomStringConvertible {
  package var description: String {
    let effect = "effect \(position) of step \(step)"
    return new.map { "\(effect): \(old) → \($0)" } ?? "\(effect): no longer \(old)"
  }
}
