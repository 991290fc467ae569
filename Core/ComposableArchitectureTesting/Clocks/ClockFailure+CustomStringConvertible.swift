extension ClockFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillSleeping(let count, let timeout):
      """
      Expected all sleeps to finish, but some are still suspending after \(timeout).

      \(count == 1 ? "One sleep goes" : "\(count) sleeps go") on. If it is one of a timer, which \
      sleeps again after each tick, end the timer's task or advance the clock by a known time \
      instead. If there is more to wake than the time allows, give a longer "timeout".
      """
    }
  }
}
