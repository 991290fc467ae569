import Foundation
package import Issues
import Platform
import Testing
import XCTest

/// A bridge that passes issues to the test framework that is running, Swift Testing or XCTest.
///
/// `Issues` looks up this class by name, because apps must not link test frameworks.
package final class TestFrameworkBridge: TestFrameworkBridging {
  package static func record(_ issue: ReportedIssue) {
    if Test.current != nil || isSwiftTestingProcess {
      Issue.record(
        Comment(rawValue: issue.message), severity: issue.severity == .note ? .warning : .error,
        sourceLocation: location(of: issue))
    } else if issue.severity == .note {
      // XCTest has no severity below a failure.
      StandardErrorReporter.report(issue)
    } else {
      let location = issue.location ?? .unknown
      XCTFail(issue.message, file: location.filePath, line: location.line)
    }
  }

  /// Attaches a file to the results of the running test, in Swift Testing. XCTest has no
  /// attachments on Linux.
  package static func attach(contentsOf file: URL, named name: String, _ location: CodeLocation) {
    guard Test.current != nil, let data = try? Data(contentsOf: file) else { return }
    Attachment.record(Array(data), named: name, sourceLocation: sourceLocation(location))
  }

  package static var currentTestID: String? {
    if let test = Test.current {
      // The only public identity of a case is its description, which contains its arguments.
      return "\(test.id) \(Test.Case.current.map { String(reflecting: $0) } ?? "")"
    }
    return isSwiftTestingProcess ? nil : XCTestProgress.currentTestID
  }

  private static func location(of issue: ReportedIssue) -> SourceLocation {
    issue.location.map(sourceLocation) ?? Test.current?.sourceLocation ?? sourceLocation(.unknown)
  }

  private static func sourceLocation(_ location: CodeLocation) -> SourceLocation {
    SourceLocation(
      fileID: location.fileID.description, filePath: location.filePath.description,
      line: Int(location.line), column: Int(location.column))
  }
}

/// A counter of finished XCTests. They run one at a time, so the count identifies the current one.
final class XCTestProgress: NSObject, XCTestObservation, Sendable {
  static let shared: XCTestProgress = {
    let progress = XCTestProgress()
    XCTestObservationCenter.shared.addTestObserver(progress)
    return progress
  }()

  static var currentTestID: String { "XCTest \(shared.finished.withLock { $0 })" }

  private let finished = Mutex(0)

  func testCaseDidFinish(_ testCase: XCTestCase) {
    finished.withLock { $0 += 1 }
  }
}
