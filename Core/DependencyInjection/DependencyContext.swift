import Foundation

/// Where code runs, which decides the default values of dependencies.
///
///     @Dependency(\.context) var context
///     let isLive = context == .live
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// A running app.
  case live
  /// A preview of a view in Xcode.
  case preview
  /// A test.
  case test
}

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

enum DependencyContextKey: DependencyKey {
  static let liveValue = DependencyContext.live
  static let previewValue = DependencyContext.preview
  static let testValue = DependencyContext.test
}

extension DependencyValues {
  /// Where the code runs; assign to it to get the default values of another context.
  public var context: DependencyContext {
    get { resolvedContext }
    set { self[DependencyContextKey.self] = newValue }
  }
}
