extension TaskFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillInFlight(let timeout):
      """
      Expected task to finish, but it is still in-flight\(after(timeout)).

      If it sleeps on a clock, advance the clock or use an immediate one. If it takes its time, \
      give a longer "timeout".
      """
    case .cancelledInVain(let timeout):
      """
      Expected task to finish once it was cancelled, but it is still in-flight\(after(timeout)).

      An effect must end soon after its task is cancelled: let what it awaits throw or return \
      then, or ask "Task.isCancelled" between the parts of long work.
      """
    }
  }

  private func after(_ timeout: Duration) -> String {
    timeout > .zero ? " after \(timeout)" : ""
  }
}
