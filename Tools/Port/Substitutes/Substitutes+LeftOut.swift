extension Substitutes {
  /// The functions that take the place of statements. A test that reaches one fails, and the tests
  /// after it run, if its type has a value to return.
  static let leftOut = """
    // Written by reprise-port.
    \(["import ComposableArchitecture", "import Foundation"].joined(separator: "\n"))

    public struct LeftOut: Error, CustomStringConvertible {
      private let place: String
      public init(fileID: StaticString = #fileID, line: UInt = #line) {
        place = "\\(fileID):\\(line)"
      }
      public var description: String { "the code at \\(place) is left out on Linux" }
    }

    /// A type with a value that is returned by code that is left out.
    public protocol LeftOutResult { static var leftOut: Self { get } }

    public func leftOut(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) {
      reportIssue(
        "\\(LeftOut(fileID: fileID, line: line))", fileID: fileID, filePath: filePath, line: line,
        column: column)
    }

    public func leftOut<Result>(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> Result {
      guard let type = Result.self as? any LeftOutResult.Type, let value = type.leftOut as? Result
      else { fatalError("\\(LeftOut(fileID: fileID, line: line))", file: filePath, line: line) }
      reportIssue(
        "\\(LeftOut(fileID: fileID, line: line))", fileID: fileID, filePath: filePath, line: line,
        column: column)
      return value
    }

    extension Array: LeftOutResult { public static var leftOut: Self { [] } }
    extension AsyncStream: LeftOutResult { public static var leftOut: Self { Self { nil } } }
    extension AttributedString: LeftOutResult { public static var leftOut: Self { Self() } }
    extension Bool: LeftOutResult { public static var leftOut: Self { false } }
    extension Data: LeftOutResult { public static var leftOut: Self { Data() } }
    extension Dictionary: LeftOutResult { public static var leftOut: Self { [:] } }
    extension Double: LeftOutResult { public static var leftOut: Self { 0 } }
    extension Effect: LeftOutResult { public static var leftOut: Self { .none } }
    extension Int: LeftOutResult { public static var leftOut: Self { 0 } }
    extension Optional: LeftOutResult { public static var leftOut: Self { nil } }
    extension Set: LeftOutResult { public static var leftOut: Self { [] } }
    extension String: LeftOutResult { public static var leftOut: Self { "" } }

    """
}
