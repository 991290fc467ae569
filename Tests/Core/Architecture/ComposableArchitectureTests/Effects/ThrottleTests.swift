import ComposableArchitecture
import Testing

@MainActor
@Suite("Throttled effects")
struct ThrottleTests {
  /// An identity whose lifetime shows whether a store keeps it.
  private final class Key: Hashable, Sendable {
    static func == (one: Key, other: Key) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private enum Action: Sendable {
    case search(Key)
    case found
  }

  @Test("A store with many identities discards the records of the least recently used ones")
  func records() async {
    let store = Store<Int, Action>(initialState: 0) {
      Reduce { count, action in
        switch action {
        case .search(let key):
          return .send(.found).throttle(
            id: key, for: .seconds(1), clock: ImmediateClock(), latest: false)
        case .found:
          count += 1
          return .none
        }
      }
    }
    weak var first: Key?
    for number in 0..<10_000 {
      let key = Key()
      if number == 0 { first = key }
      await store.send(.search(key)).finish()
    }
    #expect(store.withState { $0 } == 10_000)
    #expect(first == nil)
  }
}
