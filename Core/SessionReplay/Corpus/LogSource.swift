/// The logs of a list that are to be replayed, one after the other.
///
/// Some are passed over, as somebody knows what comes of them.
struct LogSource {
  /// The positions of the logs in the order in which they are begun, if that is another.
  let order: [Int]?
  private let list: PathList
  /// Told of each log before it is replayed; says whether it is to be.
  private let isWanted: (Int, String) -> Bool
  private let isStopped: () -> Bool
  private var position = 0
  private var current: (index: Int, path: String)?

  init(
    _ list: PathList, in order: [Int]? = nil,
    where isWanted: @escaping (Int, String) -> Bool = { _, _ in true },
    until isStopped: @escaping () -> Bool = { false }
  ) {
    self.list = list
    self.order = order
    self.isWanted = isWanted
    self.isStopped = isStopped
  }

  /// How many logs the whole list has.
  var count: Int { list.count }

  /// How many logs are left, or fewer, if some are passed over; not 0 before the last was taken.
  var remaining: Int { isStopped() ? 0 : list.count - position + (current == nil ? 0 : 1) }

  /// The next log, which stays the next one until it is taken.
  mutating func next() -> (index: Int, path: String)? {
    guard !isStopped() else { return nil }
    if let current { return current }
    while position < list.count {
      let index = order?[position] ?? position
      let path = list[index]
      position += 1
      guard isWanted(index, path) else { continue }
      current = (index, path)
      return current
    }
    return nil
  }

  /// Goes on to the log behind the next one.
  mutating func take() {
    current = nil
  }
}
