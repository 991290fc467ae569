#if FoundationNetworking && canImport(FoundationNetworking)
  import ComposableArchitecture
  import Foundation
  import FoundationNetworking

  /// The form of requests in a log, without credentials.
  enum RecordedRequest {
    /// The method, the URL, the headers, and the body.
    typealias Arguments = (String, String, [String: String], RecordedBody?)

    static func arguments(_ request: URLRequest) -> Arguments {
      (
        request.httpMethod ?? "GET", request.url.map(text) ?? "",
        shown(request.allHTTPHeaderFields ?? [:]), request.httpBody.map(RecordedBody.init)
      )
    }

    /// Returns a URL as text, without a user and a password.
    static func text(of url: URL) -> String {
      guard url.user != nil || url.password != nil,
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
      else { return url.absoluteString }
      (parts.user, parts.password) = (nil, nil)
      return parts.string ?? ""
    }

    /// Returns headers with the values of credentials replaced.
    static func shown(_ headers: [String: String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: headers.map { ($0, isCredential($0) ? hidden : $1) })
    }

    private static let hidden = "(hidden)"
    private static let credentials = [
      "authorization", "cookie", "token", "secret", "password", "api-key", "apikey",
    ]

    private static func isCredential(_ header: String) -> Bool {
      let name = header.lowercased()
      return credentials.contains { name.contains($0) }
    }
  }

  /// The body of a request or response. Text is stored as text, which is easier to read in a log.
  @Recordable
  enum RecordedBody {
    case text(String)
    case data(Data)

    init(_ data: Data) {
      self = String(validating: data, as: UTF8.self).map { .text($0) } ?? .data(data)
    }

    var data: Data {
      switch self {
      case .text(let text): Data(text.utf8)
      case .data(let data): data
      }
    }
  }

  /// The form of a response in a log.
  @Recordable
  struct RecordedResponse {
    /// The status code, or `nil` for a protocol other than HTTP.
    let status: Int?
    let body: RecordedBody
    let headers: [String: String]
    let url: String
    let mimeType: String?

    init(_ loaded: (body: Data, response: URLResponse)) {
      let http = loaded.response as? HTTPURLResponse
      status = http?.statusCode
      var headers: [String: String] = [:]
      for (name, value) in http?.allHeaderFields ?? [:] { headers["\(name)"] = "\(value)" }
      self.headers = RecordedRequest.shown(headers)
      body = RecordedBody(loaded.body)
      url = loaded.response.url.map(RecordedRequest.text) ?? ""
      mimeType = loaded.response.mimeType
    }

    /// Returns the values that a session returns for a request with this response.
    func loaded(for request: URLRequest) -> (Data, URLResponse) {
      let data = body.data
      let url = URL(string: url) ?? request.url ?? URL(filePath: "/")
      let http = status.flatMap {
        HTTPURLResponse(url: url, statusCode: $0, httpVersion: "HTTP/1.1", headerFields: headers)
      }
      let response =
        http
        ?? URLResponse(
          url: url, mimeType: mimeType, expectedContentLength: data.count, textEncodingName: nil)
      return (data, response)
    }
  }

  /// The form of a request's error in a log.
  @Recordable
  struct RecordedRequestError: Error {
    let domain: String
    let code: Int
    let message: String

    init(_ error: any Error) {
      let error = error as NSError
      (domain, code, message) = (error.domain, error.code, error.localizedDescription)
    }

    /// The error that a session throws.
    var error: any Error {
      let info: [String: Any] = [NSLocalizedDescriptionKey: message]
      guard domain == NSURLErrorDomain, let code = URLError.Code(rawValue: code) else {
        return NSError(domain: domain, code: code, userInfo: info)
      }
      return URLError(code, userInfo: info)
    }
  }
#endif
