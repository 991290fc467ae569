#if FoundationNetworking && canImport(FoundationNetworking)
  import ComposableArchitecture
  import Foundation
  import FoundationNetworking

  /// The session of effects whose calls are answered from a log. Its tasks fail.
  ///
  /// Each method that creates a task is a call of an endpoint that no log has. The effect is then
  /// reported as not verified.
  final class UnconnectedSession: URLSession, @unchecked Sendable {
    static let unconnected: UnconnectedSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [Refusal.self]
      return UnconnectedSession(configuration: configuration)
    }()

    private func refuse(_ method: String) {
      EffectCall.perform(EndpointID("urlSession.\(method)", of: URLSession.self), ()) {}
    }

    override func dataTask(with url: URL) -> URLSessionDataTask {
      refuse("dataTask")
      return super.dataTask(with: url)
    }

    override func dataTask(with request: URLRequest) -> URLSessionDataTask {
      refuse("dataTask")
      return super.dataTask(with: request)
    }

    override func dataTask(
      with url: URL,
      completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
      refuse("dataTask")
      return super.dataTask(with: url, completionHandler: completionHandler)
    }

    override func dataTask(
      with request: URLRequest,
      completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
      refuse("dataTask")
      return super.dataTask(with: request, completionHandler: completionHandler)
    }

    override func uploadTask(
      with request: URLRequest, from body: Data
    ) -> URLSessionUploadTask {
      refuse("uploadTask")
      return super.uploadTask(with: request, from: body)
    }

    override func uploadTask(
      with request: URLRequest, from body: Data?,
      completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
      refuse("uploadTask")
      return super.uploadTask(with: request, from: body, completionHandler: completionHandler)
    }

    override func downloadTask(with url: URL) -> URLSessionDownloadTask {
      refuse("downloadTask")
      return super.downloadTask(with: url)
    }

    override func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
      refuse("downloadTask")
      return super.downloadTask(with: request)
    }

    override func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
      refuse("webSocketTask")
      return super.webSocketTask(with: url)
    }

    override func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
      refuse("webSocketTask")
      return super.webSocketTask(with: request)
    }
  }

  /// A protocol that fails each request.
  private final class Refusal: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
    }

    override func stopLoading() {}
  }
#endif
