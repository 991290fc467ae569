/// What a member of the file is.
enum MemberKind: UInt8, Sendable {
  case header = 0
  case block = 1
  case index = 2
  case end = 3
}
