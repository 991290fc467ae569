import Platform

/// The compressed headers that were written last: one of a log's start, and one of its end.
///
/// Simulations write the same headers each time, and compressing one takes longer than recording a
/// short session.
enum HeaderMembers {
  struct Key: Equatable {
    let header: [UInt8]
    let level: Int
  }

  private static let count = 2
  private static let members = Mutex<[(key: Key, member: [UInt8])]>([])

  static func recent(_ key: Key) -> [UInt8]? {
    members.withLock { $0.first { $0.key == key }?.member }
  }

  static func add(_ member: [UInt8], for key: Key) {
    members.withLock { $0 = $0.suffix(count - 1) + [(key, member)] }
  }
}
