/// A closure that fails the test that calls it, and returns the placeholder.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: location)
    return placeholder()
  }
}

/// An asynchronous closure that fails the test that calls it, and returns the placeholder.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let closure: @Sendable (repeat each Argument) -> Result = {
    (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: location)
    return placeholder()
  }
  return closure
}

/// A closure that fails the test that calls it, and throws an ``UnimplementedFailure``.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) throws in
    reportUnimplemented(description(), (repeat each argument), at: location)
    throw UnimplementedFailure(description: description())
  }
}

/// An asynchronous closure that fails the test that calls it, and throws an error.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let closure: @Sendable (repeat each Argument) throws -> Result = {
    (argument: repeat each Argument) in
    reportUnimplemented(description(), (repeat each argument), at: location)
    throw UnimplementedFailure(description: description())
  }
  return closure
}

/// A value that fails the test that asks for it, and is the placeholder.
public func unimplemented<Result>(
  _ description: @autoclosure () -> String = "", placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  reportUnimplemented(description(), nil, at: location)
  return placeholder()
}

private func reportUnimplemented(_ name: String, _ arguments: Any?, at location: CodeLocation) {
  let text = arguments.flatMap { $0 is Void ? nil : String(reflecting: $0) }
  reportIssue(
    UnimplementedCall(name: name, isEndpoint: false, arguments: text).description, at: location)
}

/// What an endpoint throws to which nothing was assigned.
///
///     await #expect(throws: UnimplementedFailure.self) {
///       try await ApiClient().fetch()
///     }
public struct UnimplementedFailure: Error, Hashable {
  /// What is not implemented.
  public let description: String

  /// Creates the error of something that is not implemented.
  public init(description: String) {
    self.description = description
  }

  /// Fails the test, which called an endpoint to which nothing was assigned, and returns the error.
  ///
  /// What `@DependencyClient` writes calls this with the place of the endpoint.
  @discardableResult
  public static func report(
    _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedFailure {
    let call = UnimplementedCall(name: endpoint, isEndpoint: true, arguments: nil)
    reportIssue(
      call.description, fileID: fileID, filePath: filePath, line: line, column: column)
    return UnimplementedFailure(description: endpoint)
  }
}

extension UnimplementedFailure: CustomStringConvertible {}

/// A call of something that is not implemented.
struct UnimplementedCall {
  /// What was called, if it has a name.
  let name: String
  /// Whether it is an endpoint of a client, to which a test may assign.
  let isEndpoint: Bool
  /// What it was called with; nil where that is not known.
  let arguments: String?
}

extension UnimplementedCall: CustomStringConvertible {
  var description: String {
    let title = name.isEmpty ? "Unimplemented." : "Unimplemented: \(name)."
    if isEndpoint {
      return """
        \(title)

        The endpoint was called, and nothing has been assigned to it. Assign a closure to it where \
        the dependencies are overridden, as in '$0.client.endpoint = { … }'.
        """
    }
    return """
      \(title)

      It was called\(arguments.map { " with \($0)" } ?? "") where no call was expected. Give the \
      code under test an implementation in its place.
      """
  }
}
