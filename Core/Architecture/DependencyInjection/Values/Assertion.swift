import Issues

/// A function that checks a condition. Violations fail the running test, or stop a debug build.
///
///     @Dependency(\.assert) var assert
///     assert(folder.isFileURL, "sessions are recorded to files")
public struct AssertionEffect: Sendable {
  private let check: @Sendable (Bool, String, StaticString, UInt) -> Void

  /// Creates a check that passes violations to a function.
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

/// A function that reports an invalid state. Calls fail the running test, or stop a debug build.
///
///     @Dependency(\.assertionFailure) var assertionFailure
///     assertionFailure("a row without an id")
public struct AssertionFailureEffect: Sendable {
  let assert: AssertionEffect

  /// Reports an invalid state.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    assert(false, message(), file: file, line: line)
  }
}

extension DependencyValues {
  /// A function that checks conditions. A test can override it to observe violations.
  public var assert: AssertionEffect {
    get { self[AssertionKey.self] }
    set { self[AssertionKey.self] = newValue }
  }

  /// A function that reports an invalid state to `assert`.
  public var assertionFailure: AssertionFailureEffect { AssertionFailureEffect(assert: assert) }

  /// A function that checks conditions. Violations stop the program, in release builds too.
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
