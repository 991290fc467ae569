/// Checks a condition: in a test a violation fails the test, elsewhere it stops a debug build.
///
///     @Dependency(\.assert) var assert
///     assert(folder.isFileURL, "sessions are recorded to files")
public struct AssertionEffect: Sendable {
  private let check: @Sendable (Bool, String, StaticString, UInt) -> Void

  /// Creates a check that hands violations to a function.
  public init(
    _ violated: @escaping @Sendable (_ message: String, _ file: StaticString, _ line: UInt) -> Void
  ) {
    check = { if !$0 { violated($1, $2, $3) } }
  }

  /// Checks a condition.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let isMet = condition()
    check(isMet, isMet ? "" : message(), file, line)
  }
}

/// Reports what must not happen: in a test it fails the test, elsewhere it stops a debug build.
///
///     @Dependency(\.assertionFailure) var assertionFailure
///     assertionFailure("a row without an id")
public struct AssertionFailureEffect: Sendable {
  let assert: AssertionEffect

  /// Reports it.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    assert(false, message(), file: file, line: line)
  }
}

extension DependencyValues {
  /// Checks conditions; a test can override it, to check that a check fails.
  public var assert: AssertionEffect {
    get { self[AssertionKey.self] }
    set { self[AssertionKey.self] = newValue }
  }

  /// Reports what must not happen, as `assert` does.
  public var assertionFailure: AssertionFailureEffect { AssertionFailureEffect(assert: assert) }

  /// Checks conditions; a violation ends the program, in release builds too.
  public var precondition: AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }
}

private enum AssertionKey: DependencyKey {
  static let liveValue = AssertionEffect { message, file, line in
    Swift.assertionFailure(message, file: file, line: line)
  }
  static let testValue = AssertionEffect(failTest)
}

private enum PreconditionKey: DependencyKey {
  static let liveValue = AssertionEffect { message, file, line in
    Swift.preconditionFailure(message, file: file, line: line)
  }
  static let testValue = AssertionEffect(failTest)
}

@Sendable
private func failTest(_ message: String, file: StaticString, line: UInt) {
  reportIssue(
    message.isEmpty ? "Assertion failed." : message, fileID: file, filePath: file, line: line,
    column: 1)
}
