import Foundation

/// The kind of process that code runs in, which determines the default values of dependencies.
///
///     @Dependency(\.context) var context
///     let isLive = context == .live
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// An app, or another program that doesn't run tests.
  case live
  /// An Xcode preview.
  case preview
  /// A process that runs tests.
  case test
}

extension DependencyContext {
  static let ofProcess = detect(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment,
    isXCTestLoaded: isXCTestLoaded)

  /// Returns the context of a process that was started with the given arguments and environment.
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

  /// Whether an app has loaded a test framework. Xcode does this for hosted tests.
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
  /// The current context. Assign it to use the default values of another context.
  public var context: DependencyContext {
    get { resolvedContext }
    set { self[DependencyContextKey.self] = newValue }
  }
}
