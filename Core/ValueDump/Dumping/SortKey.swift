/// The place of a key among the keys of a dictionary: integers by value, then all else by its dump.
struct SortKey: Hashable {
  let integer: Int128?
  let dump: String

  init(_ value: Any) {
    let base = (value as? AnyHashable)?.base ?? value
    integer = (base as? any BinaryInteger).flatMap { Int128(exactly: $0) }
    dump = String(customDumping: value)
  }
}

extension SortKey: Comparable {
  static func < (lhs: SortKey, rhs: SortKey) -> Bool {
    switch (lhs.integer, rhs.integer) {
    case (let left?, let right?): left == right ? lhs.dump < rhs.dump : left < right
    case (nil, nil): lhs.dump < rhs.dump
    case (_?, nil): true
    case (nil, _?): false
    }
  }
}
