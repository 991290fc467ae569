import DependencyInjection
import Testing

struct DependencyContextTests {
  @Test("This process is a test")
  func thisProcess() {
    #expect(DependencyValues.current.context == .test)
  }
}
