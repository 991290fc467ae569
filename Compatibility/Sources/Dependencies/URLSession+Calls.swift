#if FoundationNetworking && canImport(FoundationNetworking)
  public import ComposableArchitecture
  import Foundation
  public import FoundationNetworking

  // Overloads of Foundation's methods. A call without a delegate prefers them, because Foundation's
  // methods have a default argument. They run in the task of the caller. The effect that makes a
  // request is therefore known, unlike in a `URLProtocol`.

  extension URLSession {
    /// Loads the contents of a URL. Sessions are recorded with the request and the response.
    nonisolated(nonsending)
      public func data(from url: URL) async throws -> (Data, URLResponse)
    {
      try await data(for: URLRequest(url: url))
    }

    /// Makes a request. Sessions are recorded with the request and the response.
    nonisolated(nonsending)
      public func data(for request: URLRequest) async throws -> (Data, URLResponse)
    {
      try await perform(Self.dataID, request) { try await data(for: request, delegate: nil) }
    }

    /// Makes a request with a body. Sessions are recorded with the request and the response.
    nonisolated(nonsending)
      public func upload(
        for request: URLRequest, from body: Data
      ) async throws -> (Data, URLResponse)
    {
      var complete = request
      complete.httpBody = body
      return try await perform(Self.uploadID, complete) {
        try await upload(for: request, from: body, delegate: nil)
      }
    }

    nonisolated(nonsending)
      private func perform(
        _ endpoint: EndpointID, _ request: URLRequest,
        _ live: () async throws -> (Data, URLResponse)
      ) async throws -> (Data, URLResponse)
    {
      guard EffectCall.areObserved else { return try await live() }
      // Without a replay, the caller gets the session's own response or error.
      var result: Result<(Data, URLResponse), any Error>?
      do {
        let response = try await EffectCall.perform(endpoint, RecordedRequest.arguments(request)) {
          (_: RecordedRequest.Arguments) async throws(any Error) -> RecordedResponse in
          do {
            let loaded = try await live()
            result = .success(loaded)
            return RecordedResponse(loaded)
          } catch {
            result = .failure(error)
            throw RecordedRequestError(error)
          }
        }
        return try result?.get() ?? response.loaded(for: request)
      } catch let error as RecordedRequestError {
        _ = try result?.get()
        throw error.error
      }
    }
  }

  // MARK: The recorded endpoints

  #if IN_MAIN_PACKAGE
    // The main package builds this module for its tests, and refuses the attribute there.
    extension URLSession: CalledClient {}
  #else
    extension URLSession: @retroactive CalledClient {}
  #endif

  extension URLSession {
    fileprivate static var dataID: EndpointID { EndpointID("urlSession.data", of: URLSession.self) }
    fileprivate static var uploadID: EndpointID {
      EndpointID("urlSession.upload", of: URLSession.self)
    }

    /// The requests that are recorded with sessions.
    public static var calledEndpoints: [ListedEndpoint] {
      [dataID, uploadID].map {
        ListedEndpoint(
          $0,
          CalledEndpoint<RecordedRequest.Arguments, RecordedResponse, RecordedRequestError>.self)
      }
    }
  }

  // MARK: Requests that are not recorded

  // For an observer, these are calls of unknown endpoints: a recorder names them in a warning, and
  // a replay does not verify the effect.

  extension URLSession {
    /// Loads the contents of a URL with a delegate, whose calls cannot be recorded.
    nonisolated(nonsending)
      public func data(
        from url: URL, delegate: some URLSessionTaskDelegate
      ) async throws -> (Data, URLResponse)
    {
      try await data(for: URLRequest(url: url), delegate: delegate)
    }

    /// Makes a request with a delegate, whose calls cannot be recorded.
    nonisolated(nonsending)
      public func data(
        for request: URLRequest, delegate: some URLSessionTaskDelegate
      ) async throws -> (Data, URLResponse)
    {
      try await unrecorded("data(delegate:)") {
        try await data(for: request, delegate: Optional(delegate))
      }
    }

    /// Makes a request with the contents of a file, which are not recorded.
    nonisolated(nonsending)
      public func upload(
        for request: URLRequest, fromFile file: URL
      ) async throws -> (Data, URLResponse)
    {
      try await unrecorded("upload(fromFile:)") {
        try await upload(for: request, fromFile: file, delegate: nil)
      }
    }

    /// Loads the contents of a URL into a file, which is not recorded.
    nonisolated(nonsending)
      public func download(from url: URL) async throws -> (URL, URLResponse)
    {
      try await download(for: URLRequest(url: url))
    }

    /// Makes a request whose response is a file, which is not recorded.
    nonisolated(nonsending)
      public func download(for request: URLRequest) async throws -> (URL, URLResponse)
    {
      try await unrecorded("download") { try await download(for: request, delegate: nil) }
    }

    nonisolated(nonsending)
      private func unrecorded<Answer>(
        _ method: String, _ live: () async throws -> Answer
      ) async throws -> Answer
    {
      let id = EndpointID("urlSession.\(method)", of: URLSession.self)
      return try await EffectCall.perform(id, ()) { _ async throws(any Error) in try await live() }
    }
  }
#endif
