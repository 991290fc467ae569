import DependenciesTestSupport
import Foundation
import Testing

@Suite(.dependencies)
struct TraitsUse {
  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 42)))
  func aValue() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 42))
  }

  @Test(.dependencies { $0.uuid = .incrementing })
  func severalValues() {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(0))
  }
}
