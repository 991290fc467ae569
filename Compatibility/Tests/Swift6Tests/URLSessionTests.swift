import Dependencies
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if FoundationNetworking
  struct URLSessionTests {
    @Test("A test gives the session of network requests")
    func overridden() {
      let session = URLSession(configuration: .ephemeral)
      withDependencies {
        $0.urlSession = session
      } operation: {
        @Dependency(\.urlSession) var urlSession
        #expect(urlSession === session)
      }
    }

    @Test("A session that the test does not give is an issue")
    func uncontrolled() {
      @Dependency(\.urlSession) var urlSession
      withKnownIssue {
        _ = urlSession
      } matching: {
        $0.description.contains("urlSession")
      }
    }
  }
#endif
