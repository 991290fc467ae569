extension Substitutes {
  /// Returns the files that a module of tests needs, by their names.
  static func files(forTests texts: [String]) -> [String: String] {
    var files: [String: String] = [:]
    if texts.contains(where: { $0.contains("fulfillment(of:") }) {
      files["Fulfillment+Port.swift"] = fulfillment
    }
    if texts.contains(where: { $0.contains("@MainActor") && $0.contains("XCTestCase") }) {
      files["MainActorTests+Port.swift"] = mainActorTests
    }
    return files
  }

  /// A method whose timeout has no default value on Linux.
  private static let fulfillment = """
    // Written by reprise-port.
    import XCTest

    extension XCTestCase {
      func fulfillment(
        of expectations: [XCTestExpectation], enforceOrder: Bool = false
      ) async {
        await fulfillment(of: expectations, timeout: 60, enforceOrder: enforceOrder)
      }
    }

    """

  /// A function for the tests of a class on the main actor. XCTest on Linux would cast each test to
  /// a function outside of it, which ends the process.
  ///
  /// The type of a test is generic, because it depends on the language mode of both callers.
  private static let mainActorTests = """
    // Written by reprise-port.
    import XCTest

    func testCase<Case: XCTestCase, Test>(_ tests: [(String, (Case) -> Test)]) -> XCTestCaseEntry {
      let plain: [(String, (Case) -> () throws -> Void)] = tests.map { name, test in
        (
          name,
          { instance in
            let test = unsafeBitCast(test(instance), to: (@MainActor () throws -> Void).self)
            return { try MainActor.assumeIsolated { try test() } }
          }
        )
      }
      return testCase(plain)
    }

    """
}
