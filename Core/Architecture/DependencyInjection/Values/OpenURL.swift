public import Foundation
import Issues

/// A function that opens a URL and returns whether it succeeded.
///
///     @Dependency(\.openURL) var openURL
///     await openURL(folder)
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a value that opens URLs with a function.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL, and returns whether it succeeded.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}

extension DependencyValues {
  /// A function that opens URLs, as set by the app. Fails the test that calls it, unless
  /// overridden.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = OpenURLEffect { url in
    reportIssue(
      "Cannot open '\(url)': 'openURL' is not set. Set it with 'prepareDependencies'.", at: nil)
    return false
  }

  static var testValue: OpenURLEffect {
    let dependency = UnimplementedDependency("openURL", example: "OpenURLEffect { _ in true }")
    return OpenURLEffect { _ in
      dependency.report()
      return false
    }
  }
}
