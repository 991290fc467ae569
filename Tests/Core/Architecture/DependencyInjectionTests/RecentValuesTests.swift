import DependencyInjection
import Testing

@Suite("Recently used values")
struct RecentValuesTests {
  private final class Value {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  @Test("The most recently used values and the values in use stay, and all others are discarded")
  func limit() {
    var recent = RecentValues<Int, Value>(limit: 10)
    func use(_ key: Int) -> Value {
      recent.value(of: key, orElse: { Value(key) }, isInUse: { $0.number == 3 })
    }
    weak var unused: Value?
    unused = use(2)
    let (first, held) = (use(1), use(3))
    for key in 4...1_000 {
      _ = use(key)
      #expect(use(1) === first)
      #expect(recent.values.count <= 11)
    }
    #expect(unused == nil)
    #expect(recent.values.contains { $0 === held })
    #expect(use(2).number == 2)
  }
}
