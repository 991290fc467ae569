public import Foundation

/// Opens a URL, and tells whether it could be opened.
///
///     @Dependency(\.openURL) var openURL
///     await openURL(folder)
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a value that opens URLs by a function.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL; returns whether it could be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}

extension DependencyValues {
  /// Opens URLs: none until the app says how; in tests it fails when called, unless overridden.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = OpenURLEffect { url in
    reportIssue(
      "Cannot open '\(url)': the app does not say how. Set 'openURL' with 'prepareDependencies'.")
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
