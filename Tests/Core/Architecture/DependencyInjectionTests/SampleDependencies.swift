import DependencyInjection
import Platform

/// A dependency with a different value in each context.
enum PlaceKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// A dependency with different live and test values.
enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 0
}

/// A dependency with only a live value.
struct Client: DependencyKey, Equatable, Sendable {
  var name = "live client"
  static let liveValue = Client()
}

/// A dependency with only a test value, as if its implementation were not linked.
struct Interface: TestDependencyKey, Equatable, Sendable {
  var name = "test interface"
  static let testValue = Interface()
}

/// A dependency with state.
final class Tally: DependencyKey, Sendable {
  private let count = Mutex(0)

  static var liveValue: Tally { Tally() }
  static var testValue: Tally { Tally() }

  @discardableResult
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

extension DependencyValues {
  var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
  var interface: Interface {
    get { self[Interface.self] }
    set { self[Interface.self] = newValue }
  }
  var tally: Tally {
    get { self[Tally.self] }
    set { self[Tally.self] = newValue }
  }
}

/// A model, as an app declares it.
class Model {
  @Dependency(\.number) var number
  @Dependency(\.place) var place
}
