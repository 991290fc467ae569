/// What a member of the file is.
enum MemberKind: UInt8, Sendable {
  case header = 0
  case block = 1
  case index = 2
  case end = 3
  /// The header once more, behind the index, for a log whose beginning is damaged.
  case headerCopy = 4
}
