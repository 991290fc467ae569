import Foundation

// Tests that import only `ComposableArchitecture` link no bridge to a test framework, and an app must
// not. So the functions that fail a test are looked up in the running process, by their mangled
// names. All of that is in this folder:
//
// - LoadedXCTest.swift calls `XCTFail`, whose parameters are of the standard library. It relies on
//   nothing but the name. To tell tests apart it registers an observer, which relies on the layout
//   of a witness table and is compiled only for the compilers that it was tried with.
// - LoadedSwiftTesting.swift calls `Issue.record` and `Test.current`. It relies on the types of Swift
//   Testing being resilient, and so passed by reference. It is compiled only for the compilers that it
//   was tried with.
//
// A failure that no framework takes ends the process, so that none is lost. To try another compiler,
// widen the conditions and run the tests of `Compatibility`, which link no bridge.

/// The bridge to the test frameworks that the process has loaded, where none has been linked.
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

/// A failure that could not be handed to the test framework that runs.
struct UnreachableTestFramework: CustomStringConvertible {
  let description = """
    A test failed, and the test framework could not be told. Add the product \
    'ComposableArchitectureTesting' to the dependencies of the test target, and import it in one \
    of its files.
    """
}

/// Whether the process runs tests of Swift Testing only, so that XCTest would hear nothing.
package let isSwiftTestingProcess: Bool = {
  let arguments = CommandLine.arguments
  if arguments.first?.hasSuffix("swiftpm-testing-helper") == true { return true }
  guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
  return arguments.dropFirst(option + 1).first == "swift-testing"
}()

/// Symbols that the process has, whichever library exports them.
package enum ProcessSymbols {
  // The handle of the process itself; it is only ever given back to the system.
  nonisolated(unsafe) private static let process = dlopen(nil, 0)

  /// Returns the address of a symbol, if the process has it.
  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(process, name)
  }
}
