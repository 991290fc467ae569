import Foundation

// Tests that import only `ComposableArchitecture` link no bridge to a test framework, and an app
// must not link one. The functions that fail a test are therefore looked up in the running process
// by their mangled names. All of that code is in this folder:
//
// - LoadedXCTest.swift calls `XCTFail`, whose parameters are standard library types. It relies only
//   on the function's name. To distinguish tests, it registers an observer, which relies on the
//   layout of a witness table and is compiled only for tested compilers.
// - LoadedSwiftTesting.swift calls `Issue.record` and `Test.current`. It relies on the types of
//   Swift Testing being resilient, and therefore passed by reference. It is compiled only for
//   tested compilers.
//
// If no framework accepts a failure, the process stops, because the failure would otherwise be
// lost. To support a different compiler, widen the conditions and run the tests of `Compatibility`.

/// A bridge to the test frameworks that the process has loaded, used if no bridge is linked.
package final class LoadedTestFrameworks: TestFrameworkBridging {
  package static func record(_ issue: ReportedIssue) {
    if LoadedSwiftTesting.isRunning, LoadedSwiftTesting.record(issue) { return }
    if issue.severity == .note {
      StandardErrorReporter.report(issue)
    } else if isSwiftTestingProcess || !LoadedXCTest.fail(issue) {
      StandardErrorReporter.report(issue)
      fatalError(UnreachableTestFramework().description)
    }
  }

  package static var currentTestID: String? {
    if let id = LoadedSwiftTesting.currentTestID { return id }
    return isSwiftTestingProcess ? nil : LoadedXCTest.currentTestID
  }
}

/// An issue: a failure could not be passed to the running test framework.
struct UnreachableTestFramework: CustomStringConvertible {
  let description = """
    A failure could not be reported to the test framework. Add the product \
    'ComposableArchitectureTesting' to the dependencies of the test target, and import it in one \
    of its files.
    """
}

/// Whether the process runs only Swift Testing tests. XCTest would then ignore failures.
package let isSwiftTestingProcess: Bool = {
  let arguments = CommandLine.arguments
  if arguments.first?.hasSuffix("swiftpm-testing-helper") == true { return true }
  guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
  return arguments.dropFirst(option + 1).first == "swift-testing"
}()

package enum ProcessSymbols {
  // The handle of the process, which is only passed back to the system.
  nonisolated(unsafe) private static let process = dlopen(nil, 0)

  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(process, name)
  }
}
