import DependencyInjection

/// Another order in which the tasks of an effect run, by which a replay finds out whether a difference
/// depends on the order of threads.
struct TaskOrder {
  /// The number of the effect in the log.
  let effect: UInt64
  /// The index of the log after which the effect's answers are given in a drawn order.
  let start: Int
  let seed: UInt64
  /// Whether something outside of the replay let a task continue in the recorded order.
  let waitsForOutside: Bool

  /// The number of orders that are tried for a difference. Few are if each has to wait.
  static func count(waitingForOutside: Bool) -> UInt64 { waitingForOutside ? 40 : 200 }

  /// The maximum number of differences of a log for which that is done.
  static let maxDoubts = 10
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
