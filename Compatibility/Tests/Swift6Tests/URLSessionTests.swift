import Dependencies
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if FoundationNetworking
  struct URLSessionTests {
    @Test("A test can override the session")
    func overridden() {
      let session = URLSession(configuration: .ephemeral)
      withDependencies {
        $0.urlSession = session
      } operation: {
        @Dependency(\.urlSession) var urlSession
        #expect(urlSession === session)
      }
    }

    @Test("Reading the session without an override reports an issue")
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
