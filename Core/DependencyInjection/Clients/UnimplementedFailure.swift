/// What an endpoint throws to which nothing was assigned.
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
