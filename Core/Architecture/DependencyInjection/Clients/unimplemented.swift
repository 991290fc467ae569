import Issues

/// Returns a closure that reports a test failure when called, and returns the placeholder.
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

/// Returns an asynchronous closure that fails the test when called, and returns the placeholder.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  let closure: @Sendable (repeat each Argument) -> Result = unimplemented(
    description(), placeholder: placeholder(), fileID: fileID, filePath: filePath, line: line,
    column: column)
  return closure
}

/// Returns a closure that reports a test failure when called, and throws an
/// ``UnimplementedFailure``.
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

/// Returns an asynchronous closure that reports a test failure when called, and throws an error.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  let closure: @Sendable (repeat each Argument) throws -> Result = unimplemented(
    description(), fileID: fileID, filePath: filePath, line: line, column: column)
  return closure
}

/// Reports a test failure, and returns the placeholder.
public func unimplemented<Result>(
  _ description: @autoclosure () -> String = "", placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  reportUnimplemented(description(), nil, at: location)
  return placeholder()
}

func reportUnimplemented(_ name: String, _ arguments: Any?, at location: CodeLocation) {
  let text = arguments.flatMap { $0 is Void ? nil : String(reflecting: $0) }
  reportMissingDependency(
    UnimplementedCall(name: name, isEndpoint: false, arguments: text).description, at: location)
}

/// The error that an endpoint without an implementation throws.
///
///     await #expect(throws: UnimplementedFailure.self) {
///       try await ApiClient().fetch()
///     }
public struct UnimplementedFailure: Error, Hashable {
  /// The name of the endpoint or closure.
  public let description: String

  /// Creates an error for an endpoint or closure with the given name.
  public init(description: String) {
    self.description = description
  }

  /// Reports a test failure for a call to an unimplemented endpoint, and returns the error.
  ///
  /// The code that `@DependencyClient` generates calls this with the location of the endpoint.
  @discardableResult
  public static func report(
    _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedFailure {
    let call = UnimplementedCall(name: endpoint, isEndpoint: true, arguments: nil)
    reportMissingDependency(
      call.description,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return UnimplementedFailure(description: endpoint)
  }
}

extension UnimplementedFailure: CustomStringConvertible {}

struct UnimplementedCall {
  let name: String
  /// Whether the call was of a client's endpoint, to which a test can assign a closure.
  let isEndpoint: Bool
  let arguments: String?
}

extension UnimplementedCall: CustomStringConvertible {
  var description: String {
    let title = name.isEmpty ? "Unimplemented" : "Unimplemented: \(name)"
    if isEndpoint {
      return """
        \(title)

        No closure has been assigned to the endpoint. Assign one where the dependencies are \
        overridden, as in '$0.client.endpoint = { … }'.
        """
    }
    return """
      \(title)

      It was called\(arguments.map { " with \($0)" } ?? ""), but no call was expected. Provide an \
      implementation to the code under test.
      """
  }
}
