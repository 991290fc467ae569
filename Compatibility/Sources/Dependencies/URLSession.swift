public import ComposableArchitecture

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

// Here and not in the architecture, where it would have every app load the networking library.

extension DependencyValues {
  /// The session of network requests; in tests reading it fails, unless overridden.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }

  static var testValue: URLSession {
    reportIssue("@Dependency(\\.urlSession) is not controlled by the test that reads it.")
    return .shared
  }
}
