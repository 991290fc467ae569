/// The test framework of the running test.
///
///     switch TestContext.current {
///     case .swiftTesting(let testing?): print("The test \(testing.test.id.rawValue) runs.")
///     case .swiftTesting(nil), .xcTest: print("A test runs.")
///     case nil: print("The app runs.")
///     }
public enum TestContext: Equatable, Sendable {
  /// Swift Testing, with the running test if it is known.
  case swiftTesting(Testing?)
  /// The XCTest framework.
  case xcTest

  /// The framework of the running test; `nil` if the process does not run tests.
  public static var current: Self? {
    guard isTesting else { return nil }
    guard LoadedSwiftTesting.isRunning else { return .xcTest }
    return .swiftTesting(
      LoadedSwiftTesting.currentTestID.map { Testing(test: Testing.Test(id: .init(rawValue: $0))) })
  }

  /// Whether the framework is Swift Testing.
  public var isSwiftTesting: Bool { self != .xcTest }

  /// A running test of Swift Testing.
  public struct Testing: Equatable, Sendable {
    /// The test.
    public let test: Test

    /// A test, or a case of a test with arguments.
    ///
    ///     func name(of test: TestContext.Testing.Test) -> String { test.id.rawValue }
    public struct Test: Hashable, Identifiable, Sendable {
      /// The unique identifier of the test.
      public let id: ID

      /// A test's identifier.
      public struct ID: Hashable, Sendable {
        /// A string that names the test and its arguments.
        public let rawValue: String
      }
    }
  }
}
