import DependencyInjection
import Testing

struct DependencyContextTests {
  func detect(
    _ arguments: [String], environment: [String: String] = [:], isXCTestLoaded: Bool = false
  ) -> DependencyContext {
    .detect(arguments: arguments, environment: environment, isXCTestLoaded: isXCTestLoaded)
  }

  @Test("The current process has the test context")
  func thisProcess() {
    #expect(DependencyValues.current.context == .test)
  }

  @Test(
    "A process started by a test runner has the test context",
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
    "Any other process has the live context",
    arguments: [
      [], ["/usr/bin/reprise"], ["/usr/bin/reprise", "replay", "old.xctest"],
      ["/home/me/app.xctest/bin/reprise"],
    ])
  func live(arguments: [String]) {
    #expect(detect(arguments) == .live)
  }

  @Test("An app with XCTest loaded has the test context")
  func hosted() {
    #expect(detect(["/app"], isXCTestLoaded: true) == .test)
  }

  @Test("A process started by Xcode for previews has the preview context")
  func preview() {
    #expect(detect(["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) == .preview)
  }
}
