#if FoundationNetworking
  public import ComposableArchitecture

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #else
    public import Foundation
  #endif

  // Not in the architecture, and behind a trait: an app that has it loads the networking library.

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
#endif
