extension SuspensionError: CustomStringConvertible {
  /// The number of sleepers, and what ends their sleep.
  public var description: String {
    switch self {
    case .stillSleeping(let count):
      """
      Expected no one to sleep on the clock, but \(count) \(count == 1 ? "task does" : "tasks do"). \
      Advance the clock to the end of the sleep, or cancel the task that sleeps.
      """
    }
  }
}
