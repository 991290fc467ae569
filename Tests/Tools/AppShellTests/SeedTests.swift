import AppShell
import ComposableArchitecture
import Foundation
import Testing

@Suite("Seeded dependencies")
struct SeedTests {
  private func seeded(_ seed: UInt64) -> (numbers: [UInt64], ids: [UUID]) {
    withDependencies {
      $0.seed(seed)
    } operation: {
      @Dependency(\.uuid) var uuid
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      return (
        (0..<4).map { _ in withRandomNumberGenerator { $0.next() } }, (0..<4).map { _ in uuid() }
      )
    }
  }

  @Test("Numbers and identifiers are equal for the same seed, and differ for a different seed")
  func determinism() {
    let one = seeded(7)
    #expect(one == seeded(7))
    let other = seeded(8)
    #expect(Set(one.numbers).isDisjoint(with: other.numbers))
    #expect(Set(one.ids).isDisjoint(with: other.ids))
  }

  @Test("Identifiers are distinct and of version 4")
  func version() {
    let ids = seeded(0).ids
    #expect(Set(ids).count == 4)
    for id in ids {
      #expect(id.uuid.6 >> 4 == 4)
      #expect(id.uuid.8 >> 6 == 2)
    }
  }
}
