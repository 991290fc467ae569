/// The logs of a list that are to be replayed, one after the other.
///
/// Some are passed over, as a memory knows what comes of them.
struct LogSource {
  /// So many logs are shown to the memory at a time.
  private static let portion = 256

  private let list: PathList
  private let memory: (any ReportMemory)?
  /// Told of each log that is passed over.
  private let known: (Int, ReplayReport) -> Void
  private let isStopped: () -> Bool
  private var position = 0
  /// The logs that the memory was shown, in reverse order.
  private var prepared: [(index: Int, path: String)] = []
  private var current: (index: Int, path: String)?

  init(
    _ list: PathList, memory: (any ReportMemory)? = nil,
    known: @escaping (Int, ReplayReport) -> Void = { _, _ in },
    until isStopped: @escaping () -> Bool = { false }
  ) {
    self.list = list
    self.memory = memory
    self.known = known
    self.isStopped = isStopped
  }

  /// How many logs the whole list has.
  var count: Int { list.count }

  /// How many logs are left, or fewer, if some are passed over; not 0 before the last was taken.
  var remaining: Int {
    isStopped() ? 0 : list.count - position + prepared.count + (current == nil ? 0 : 1)
  }

  /// The next log, which stays the next one until it is taken.
  mutating func next() -> (index: Int, path: String)? {
    guard !isStopped() else { return nil }
    if let current { return current }
    while let (index, path) = nextListed() {
      if let report = memory?.report(ofLogAt: index, path) {
        known(index, report)
        continue
      }
      current = (index, path)
      return current
    }
    return nil
  }

  /// Goes on to the log behind the next one.
  mutating func take() {
    current = nil
  }

  private mutating func nextListed() -> (index: Int, path: String)? {
    if let next = prepared.popLast() { return next }
    let end = min(position + (memory == nil ? 1 : Self.portion), list.count)
    let portion = (position..<end).map { (index: $0, path: list[$0]) }
    position = end
    memory?.prepare(portion)
    prepared = portion.reversed()
    return prepared.popLast()
  }
}
