import DependencyInjection
import Testing

@DependencyClient
private struct Kettle: Sendable {
  var boil: @Sendable (_ liters: Int) -> Int = { $0 }

  /// The key of the client, as its endpoint reports it.
  var key: ClientKey? { _called_boil.key }
}

private struct Kitchen: Sendable {
  let count = 2
  var left = Kettle()
  var pair = (Kettle(), "right")
}

private enum HomeKettle: TestDependencyKey {
  static let testValue = Kettle()
}

private enum OfficeKettle: TestDependencyKey {
  static var testValue: Kettle { HomeKettle.testValue }
}

private enum HomeKitchen: TestDependencyKey {
  static let testValue = Kitchen()
}

@Suite("Keys of clients")
struct ClientKeyTests {
  @Test("A client has the key under which it was read, and its copies keep the key")
  func read() {
    let values = DependencyValues.current
    #expect(Kettle().key == nil)
    #expect(values[HomeKettle.self].key == ClientKey(HomeKettle.self))
    #expect(values[OfficeKettle.self].key == ClientKey(OfficeKettle.self))
    #expect(values[HomeKettle.self].key != values[OfficeKettle.self].key)
    let copies = [values[HomeKettle.self]]
    #expect(copies[0].key == ClientKey(HomeKettle.self))
  }

  @Test("A client that is assigned to a second key has the second key")
  func assigned() {
    let (home, office) = withDependencies {
      $0[OfficeKettle.self] = $0[HomeKettle.self]
      $0[HomeKettle.self].boil = { 2 * $0 }
    } operation: {
      (DependencyValues.current[HomeKettle.self], DependencyValues.current[OfficeKettle.self])
    }
    #expect(home.key == ClientKey(HomeKettle.self))
    #expect(home.boil(2) == 4)
    #expect(office.key == ClientKey(OfficeKettle.self))
  }

  @Test("Nested clients have the key and their path")
  func nested() {
    let kitchen = DependencyValues.current[HomeKitchen.self]
    #expect(kitchen.left.key == ClientKey(HomeKitchen.self, path: "left"))
    #expect(kitchen.pair.0.key?.hashValue != kitchen.left.key?.hashValue)
    #expect(kitchen.pair.1 == "right")
    #expect(kitchen.count == 2)
  }
}
