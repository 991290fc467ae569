import SessionReplayTesting
import TestSupport
import XCTest

final class XCTestReplayTests: XCTestCase {
  private struct Failure {
    let text: String
    let file: String
    let line: Int
  }

  private var isCapturing = false
  private var captured: [Failure] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard isCapturing else {
      return super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    captured.append(Failure(text: description, file: filePath, line: lineNumber))
  }

  func testSessionsThatReplayAsRecorded() async throws {
    for session in Sessions.in("Sessions") {
      try await expectReplay(of: session, by: app())
    }
  }

  func testBrokenReducerFailsEachLogAtTheLineOfTheTest() async throws {
    let folder = try await folderOfSessions("a.reprise", "b.reprise")
    isCapturing = true
    var line = 0
    for session in Sessions.in(folder.path) {
      line = #line + 1
      try await expectReplay(of: session, by: brokenApp())
    }
    isCapturing = false
    XCTAssertEqual(
      captured.map(\.text),
      ["a.reprise", "b.reprise"].map { name in
        "failed - "
          + ExpectReplayTests.divergence.replacingOccurrences(of: "mixed.reprise", with: name)
      })
    XCTAssertEqual(captured.map(\.line), [line, line])
    XCTAssertEqual(captured.map(\.file), [#filePath, #filePath])
  }

  func testEffectThatCallsSomethingElseFailsAtTheLineOfTheTest() async throws {
    let folder = try TemporaryFolder()
    let session = try await PrimeFinder.record(in: folder)
    try await expectReplay(of: session, by: PrimeFinder(), verifying: .effects)
    isCapturing = true
    let line = #line + 1
    try await expectReplay(of: session, by: PrimeFinder(offset: 1), verifying: .effects)
    isCapturing = false
    XCTAssertEqual(captured.count, 1)
    let start = "failed - s.reprise: call diverged at step 1 of 4: find(17)"
    XCTAssertEqual(captured.first?.text.hasPrefix(start), true)
    XCTAssertEqual(captured.first?.line, line)
  }
}
