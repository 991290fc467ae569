import Issues
public import ReducerRuntime

// Replaced by `unimplemented` as the endpoint of a client.

extension Effect {
  /// Creates an effect that fails the test in which it runs.
  public static func unimplemented(
    _ description: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return .run { _ in
      location.report("Unimplemented: \(description.isEmpty ? "An effect" : description)")
    }
  }

  /// Creates an effect that fails the test in which it runs. The former name of `unimplemented`.
  public static func failing(
    _ description: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    .unimplemented(description, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
