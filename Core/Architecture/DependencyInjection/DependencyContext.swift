import Issues

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
  static let ofProcess: DependencyContext =
    switch ProcessKind.current {
    case .app: .live
    case .preview: .preview
    case .test: .test
    }
}

enum DependencyContextKey: DependencyKey {
  static let liveValue = DependencyContext.live
  static let previewValue = DependencyContext.preview
  static let testValue = DependencyContext.test
}

extension DependencyValues {
  /// The current context. Assign it to use the default values of a different context.
  public var context: DependencyContext {
    get { resolvedContext }
    set { self[DependencyContextKey.self] = newValue }
  }
}
