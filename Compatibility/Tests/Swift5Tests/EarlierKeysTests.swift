import ComposableArchitecture
import XCTest

/// A store of values that an app of 1.10 to 1.15 brought as its own persistence.
private final class Drawer: @unchecked Sendable {
  static let shared = Drawer()
  private(set) var saved: [String: [Int]] = [:]
  private(set) var readers: [String: @Sendable ([Int]?) -> Void] = [:]

  func put(_ numbers: [Int]?, in name: String, isNoted: Bool = true) {
    saved[name] = numbers
    if isNoted { readers[name]?(numbers) }
  }

  func observe(_ name: String, _ reader: (@Sendable ([Int]?) -> Void)?) { readers[name] = reader }
}

/// A key that only reads.
private struct DrawerReaderKey: PersistenceReaderKey, Hashable {
  let name: String

  func load(initialValue: [Int]?) -> [Int]? { Drawer.shared.saved[name] ?? initialValue }

  func subscribe(
    initialValue: [Int]?, didSet: @escaping @Sendable ([Int]?) -> Void
  ) -> Shared<[Int]>.Subscription {
    Drawer.shared.observe(name, didSet)
    return Shared.Subscription { [name] in Drawer.shared.observe(name, nil) }
  }
}

/// A key that saves, without changes from outside and with an identifier of its own.
private struct DrawerKey: PersistenceKey {
  let name: String
  var id: String { name }

  func load(initialValue: [Int]?) -> [Int]? { Drawer.shared.saved[name] ?? initialValue }
  func save(_ value: [Int]) { Drawer.shared.put(value, in: name, isNoted: false) }
}

extension PersistenceReaderKey where Self == DrawerReaderKey {
  fileprivate static func drawerReader(_ name: String) -> Self { Self(name: name) }
}

extension PersistenceReaderKey where Self == PersistenceKeyDefault<DrawerKey> {
  fileprivate static var odd: Self { PersistenceKeyDefault(DrawerKey(name: "odd"), [1, 3]) }
}

extension PersistenceKey where Self == DrawerKey {
  fileprivate static func drawer(_ name: String) -> Self { Self(name: name) }
}

private struct Collecting: Reducer {
  struct State: Equatable {
    @Shared(.odd) var odd
    @SharedReader(.drawerReader("even")) var even: [Int] = [0]
  }

  enum Action: Equatable { case addTapped(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .addTapped(let number) = action else { return .none }
      state.odd.append(number + state.even.count)
      return .none
    }
  }
}

@MainActor
final class EarlierKeysTests: XCTestCase {
  func testAKeyOfAnAppLoadsAndSaves() async {
    Drawer.shared.put([5, 7], in: "stored")
    @Shared(DrawerKey(name: "stored")) var stored = [9]
    @Shared(DrawerKey(name: "new")) var new = [9]
    XCTAssertEqual(stored, [5, 7])
    XCTAssertEqual(new, [9])
    $stored.withLock { $0.append(11) }
    XCTAssertEqual(Drawer.shared.saved["stored"], [5, 7, 11])
    @Shared(.drawer("stored")) var again = [0]
    XCTAssertEqual(again, [5, 7, 11])
    InMemoryKey<Int>.inMemory("plain").save(3)
    @Shared(.inMemory("plain")) var plain = 1
    XCTAssertEqual(plain, 3)
  }

  func testAKeyOfAnAppReportsChanges() async {
    do {
      @SharedReader(.drawerReader("seen")) var seen: [Int] = [1]
      XCTAssertEqual(seen, [1])
      Drawer.shared.put([2], in: "seen")
      XCTAssertEqual(seen, [2])
      // Without a value, the reference has its default value again.
      Drawer.shared.put(nil, in: "seen")
      XCTAssertEqual(seen, [1])
    }
    XCTAssertNil(Drawer.shared.readers["seen"])
  }

  func testAFeatureWithKeysOfAnApp() async {
    let store = TestStore(initialState: Collecting.State()) { Collecting() }
    await store.send(.addTapped(4)) { $0.$odd.withLock { $0 = [1, 3, 5] } }
    Drawer.shared.put([2, 4], in: "even")
    await store.send(.addTapped(5)) { $0.$odd.withLock { $0 = [1, 3, 5, 7] } }
    XCTAssertEqual(Drawer.shared.saved["odd"], [1, 3, 5, 7])
  }
}
