import DependencyInjection

/// A different order of the tasks of an effect. With it, a replay finds out whether a difference
/// depends on the order of threads.
package struct TaskOrder {
  /// The number of the effect in the log.
  let effect: UInt64
  /// The index of the log after which the effect's answers are given in a drawn order.
  let start: Int
  let seed: UInt64
  /// The time for which a task may wait for something outside of the replay, such as a queue.
  let outsideTimeout: Duration

  /// The number of orders that are tried for a difference.
  static let count: UInt64 = 200
  /// The maximum number of differences of a log for which orders are tried.
  static let maxDoubts = 10
  /// The maximum index of such a difference in the log. Each order is tried by a replay from the
  /// start of the log.
  package static let maxIndex = 20_000
  /// The time for which a task may wait for a queue in each order.
  static let queueTimeout = Duration.milliseconds(20)
}

/// The answers that an effect can get next, in a drawn order.
struct DrawnOrder {
  let start: Int
  private var generator: SeededGenerator

  init(_ order: TaskOrder) {
    start = order.start
    generator = SeededGenerator(seed: order.seed)
  }

  mutating func choose<Element>(of elements: [Element]) -> Element? {
    elements.randomElement(using: &generator)
  }
}
