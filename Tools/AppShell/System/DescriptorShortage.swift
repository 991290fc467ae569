import Platform
import SessionLog

/// A limit on file descriptors that is too low for some verbs. The limit is checked first, because
/// Dispatch ends the process without a message if it cannot open its own files.
struct DescriptorShortage: Error, Equatable {
  /// The number of files that a session, its log and two worker processes have open at a time.
  static let neededCount = 24

  let limit: UInt64
  let availableCount: Int

  static var ofProcess: DescriptorShortage? {
    guard let limit = DescriptorLimit.current else { return nil }
    let available = DescriptorLimit.availableCount(under: limit, upTo: neededCount)
    return available < neededCount
      ? DescriptorShortage(limit: limit, availableCount: available) : nil
  }
}

extension DescriptorShortage: CustomStringConvertible {
  var description: String {
    "too few file descriptors: \(Self.neededCount) are needed, and the limit of \(limit) leaves "
      + "\(availableCount). Raise it with 'ulimit -n 256'."
  }
}
