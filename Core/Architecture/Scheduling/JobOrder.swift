import DependencyInjection

/// A seeded order of a test's jobs.
///
/// Each task has a drawn priority, and the ready job with the highest one runs next. A task keeps
/// its priority for some jobs, and can therefore run far ahead of others. The seed also decides how
/// often priorities change: after 1, 4 or 16 jobs on average. Burckhardt, Kothari, Musuvathi,
/// Nagarakatte: A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010.
struct JobOrder {
  private var generator: SeededGenerator
  /// The average number of jobs after which the priority of a task changes.
  private let changeInterval: UInt64
  private var priorities: [UInt64: UInt64] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    changeInterval = [1, 4, 16][Int(generator.next() % 3)]
  }

  /// Returns the priority of the next job of a task.
  ///
  /// Jobs without a task let an actor continue, or return from `Task.yield()` to an executor. They
  /// run first.
  mutating func priority(of task: UInt64?) -> UInt64 {
    guard let task else { return .max }
    if let priority = priorities[task], generator.next() % changeInterval != 0 { return priority }
    let priority = generator.next()
    priorities[task] = priority
    return priority
  }
}

/// A job that can run, in a drawn order.
struct ReadyJob: Sendable {
  let job: UnownedJob
  let executor: UnownedSerialExecutor
  let priority: UInt64
}

extension [ReadyJob] {
  /// Removes and returns the first of the jobs with the highest priority.
  mutating func removeNext() -> ReadyJob? {
    var next: Index?
    for index in indices where next.map({ self[$0].priority < self[index].priority }) ?? true {
      next = index
    }
    return next.map { remove(at: $0) }
  }
}
