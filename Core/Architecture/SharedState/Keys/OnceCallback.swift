import DependencyInjection
import Locking

/// A function that may be called only once. Further calls are reported as issues.
final class OnceCallback<Input>: Sendable {
  private let function: @Sendable (Input) -> Void
  private let description: @Sendable () -> String
  private let isCalled = Mutex(false)

  init(
    _ description: @escaping @Sendable () -> String,
    _ function: @escaping @Sendable (Input) -> Void
  ) {
    self.description = description
    self.function = function
  }

  @Sendable func call(_ input: Input) {
    let isFirst = isCalled.withLock { isCalled in
      defer { isCalled = true }
      return !isCalled
    }
    guard isFirst else {
      reportIssue(
        "\(description()) resumed its continuation more than once. Resume it exactly once.")
      return
    }
    function(input)
  }
}
