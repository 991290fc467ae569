import Foundation

extension DependencyContext {
  /// The context of this process.
  static let ofProcess = detect(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment,
    isXCTestLoaded: isXCTestLoaded)

  /// The context of a process that was started like this.
  ///
  /// SwiftPM runs a bundle whose name ends in `.xctest`, or on macOS `swiftpm-testing-helper`;
  /// Xcode loads XCTest into the app, and sets `XCODE_RUNNING_FOR_PREVIEWS` for previews.
  package static func detect(
    arguments: [String], environment: [String: String], isXCTestLoaded: Bool
  ) -> DependencyContext {
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    if isXCTestLoaded || isTestRunner(arguments) { return .test }
    return .live
  }

  private static func isTestRunner(_ arguments: [String]) -> Bool {
    guard let path = arguments.first else { return false }
    let program = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    return program.hasSuffix(".xctest") || program == "xctest"
      || program == "swiftpm-testing-helper"
      || arguments.dropFirst().contains { $0 == "--testing-library" }
  }

  /// Whether a test framework has been loaded into an app, as Xcode does for hosted tests.
  private static var isXCTestLoaded: Bool {
    #if canImport(ObjectiveC)
      NSClassFromString("XCTestCase") != nil
    #else
      false
    #endif
  }
}
