import ComposableArchitectureTesting
import DependencyInjection
import Foundation
import Testing

@Suite("Dependency traits", .dependency(\.uuid, .incrementing))
struct DependencyTraitTests {
  @Test(
    "Traits of a test and of its suite override dependencies",
    .dependencies { $0.locale = Locale(identifier: "de_DE") },
    .dependency(\.date.now, Date(timeIntervalSince1970: 0)))
  func traits() {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date.now) var now
    @Dependency(\.locale) var locale
    #expect(uuid() == UUID(0))
    #expect(now == Date(timeIntervalSince1970: 0))
    #expect(locale.identifier == "de_DE")
  }

  @Test("Each case of a test has its own values", arguments: [1, 2])
  func cases(argument: Int) {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(0))
  }

  @Test(
    "A test's trait takes precedence over its suite's trait",
    .dependency(\.uuid, .constant(UUID(7))))
  func order() {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(7))
  }
}
