import Locking
import XCTest

/// Counts the tests that XCTest finishes; it runs one at a time, so the count tells them apart.
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
