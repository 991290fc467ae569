#if FoundationNetworking
  public import ComposableArchitecture

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #else
    public import Foundation
  #endif

  // This is not part of the architecture, and is enabled by a trait, because it loads the
  // networking library.

  extension DependencyValues {
    /// The session for network requests. Reading it in a test fails unless it is overridden.
    public var urlSession: URLSession {
      get {
        #if canImport(FoundationNetworking)
          // Effects of a replay must not reach the network, even if the app overrides the session.
          if EffectCall.areAnswered(in: self) { return UnconnectedSession.unconnected }
        #endif
        return self[URLSessionKey.self]
      }
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
