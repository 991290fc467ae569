import DependencyInjection
import Issues
import Platform

/// A function that must be called exactly once. Missing and further calls are reported as issues.
final class OnceCallback<Input>: Sendable {
  /// The call that replaces a missing call of the function.
  struct Fallback: Sendable {
    let input: @Sendable () -> Input
    /// A description of the input's effect, for the issue.
    let effect: String
    /// The name of the key's function that must call this function.
    let caller: String
  }

  private let function: @Sendable (Input) -> Void
  private let description: @Sendable () -> String
  private let location: CodeLocation?
  private let fallback: Fallback
  private let isCalled = Mutex(false)

  init(
    _ description: @escaping @Sendable () -> String, at location: CodeLocation?,
    fallback: Fallback,
    _ function: @escaping @Sendable (Input) -> Void
  ) {
    self.description = description
    self.location = location
    self.fallback = fallback
    self.function = function
  }

  deinit {
    guard !isCalled.withLock({ $0 }) else { return }
    reportIssue(
      """
      \(description()) discarded its continuation without resuming it, so \(fallback.effect). \
      Resume it exactly once, on each path through '\(fallback.caller)'.
      """, at: location)
    function(fallback.input())
  }

  @Sendable func call(_ input: Input) {
    let isFirst = isCalled.withLock { isCalled in
      defer { isCalled = true }
      return !isCalled
    }
    guard isFirst else {
      reportIssue(
        "\(description()) resumed its continuation more than once. Resume it exactly once.",
        at: location)
      return
    }
    function(input)
  }
}
