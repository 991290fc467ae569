/// The identity by which an effect can be cancelled.
struct CancelID: Hashable, Sendable {
  private let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

extension CancelID: CustomStringConvertible {
  var description: String { String(describing: base) }
}
