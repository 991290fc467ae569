import Issues
import Testing

struct ProcessKindTests {
  func detect(
    _ arguments: [String], environment: [String: String] = [:], isXCTestLoaded: Bool = false
  ) -> ProcessKind {
    .detect(arguments: arguments, environment: environment, isXCTestLoaded: isXCTestLoaded)
  }

  @Test(
    "A process that a test runner starts is a test",
    arguments: [
      ["/app/.build/debug/appPackageTests.xctest"],
      ["/app/.build/debug/appPackageTests.xctest", "--testing-library", "swift-testing"],
      ["/usr/libexec/swift/pm/swiftpm-testing-helper", "--test-bundle-path", "/app"],
      ["/Applications/Xcode.app/Contents/Developer/usr/bin/xctest", "app.xctest"],
      ["/app/runner", "--testing-library", "swift-testing"],
    ])
  func test(arguments: [String]) {
    #expect(detect(arguments) == .test)
  }

  @Test(
    "Any other process is an app",
    arguments: [
      [], ["/usr/bin/reprise"], ["/usr/bin/reprise", "replay", "old.xctest"],
      ["/home/me/app.xctest/bin/reprise"],
    ])
  func live(arguments: [String]) {
    #expect(detect(arguments) == .app)
  }

  @Test("An app into which XCTest is loaded is a test")
  func hosted() {
    #expect(detect(["/app"], isXCTestLoaded: true) == .test)
  }

  @Test("A process that Xcode runs for previews is a preview")
  func preview() {
    #expect(detect(["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) == .preview)
  }
}
