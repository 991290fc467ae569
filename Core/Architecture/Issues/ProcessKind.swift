import Foundation

/// The way in which the process was started. It determines the receiver of issues and the default
/// dependencies.
package enum ProcessKind: Sendable {
  /// A running app.
  case app
  /// An Xcode preview.
  case preview
  /// A process that runs tests.
  case test

  package static let current = detect(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment,
    isXCTestLoaded: isXCTestLoaded)

  /// SwiftPM runs a bundle whose name ends in `.xctest`, or on macOS `swiftpm-testing-helper`.
  /// Xcode loads XCTest into the app, and sets `XCODE_RUNNING_FOR_PREVIEWS` for previews.
  package static func detect(
    arguments: [String], environment: [String: String], isXCTestLoaded: Bool
  ) -> ProcessKind {
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    if isXCTestLoaded || isTestRunner(arguments) { return .test }
    return .app
  }

  private static func isTestRunner(_ arguments: [String]) -> Bool {
    guard let path = arguments.first else { return false }
    let program = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    return program.hasSuffix(".xctest") || program == "xctest"
      || program == "swiftpm-testing-helper"
      || arguments.dropFirst().contains { $0 == "--testing-library" }
  }

  /// Whether an app has loaded a test framework. Xcode does this for hosted tests.
  private static var isXCTestLoaded: Bool {
    #if canImport(ObjectiveC)
      NSClassFromString("XCTestCase") != nil
    #else
      false
    #endif
  }
}

/// Whether the process runs tests.
public var isTesting: Bool { ProcessKind.current == .test }
