/// The test framework whose test runs.
///
///     switch TestContext.current {
///     case .swiftTesting(let testing?): print("The test \(testing.test.id.rawValue) runs.")
///     case .swiftTesting(nil), .xcTest: print("A test runs.")
///     case nil: print("The app runs.")
///     }
public enum TestContext: Equatable, Sendable {
  /// Swift Testing, with its test if that is known.
  case swiftTesting(Testing?)
  /// XCTest.
  case xcTest

  /// The framework of the test that runs; `nil` where the process runs no tests.
  public static var current: Self? {
    guard isTesting else { return nil }
    guard LoadedSwiftTesting.isRunning else { return .xcTest }
    return .swiftTesting(
      LoadedSwiftTesting.currentTestID.map { Testing(test: Testing.Test(id: .init(rawValue: $0))) })
  }

  /// Whether the framework is Swift Testing.
  public var isSwiftTesting: Bool { self != .xcTest }

  /// What Swift Testing runs.
  public struct Testing: Equatable, Sendable {
    /// The test.
    public let test: Test

    /// A test, or a case of it where it takes arguments.
    ///
    ///     func name(of test: TestContext.Testing.Test) -> String { test.id.rawValue }
    public struct Test: Hashable, Identifiable, Sendable {
      /// What tells the test from all others.
      public let id: ID

      /// The identity of a test.
      public struct ID: Hashable, Sendable {
        /// A text that names the test and its arguments.
        public let rawValue: String
      }
    }
  }
}
