import Dependencies

/// A client with a value for each context.
struct Greeter: DependencyKey, Sendable {
  var name: String

  static let liveValue = Greeter(name: "live")
  static let previewValue = Greeter(name: "preview")
  static let testValue = Greeter(name: "test")
}

/// A client with only a live value.
struct LiveOnly: DependencyKey, Sendable {
  var name = "live"
  static let liveValue = LiveOnly()
}

/// A client without a live value.
struct TestOnly: TestDependencyKey, Sendable {
  var name = "test"
  static let testValue = TestOnly()
}

/// A client that counts up from zero in each test.
final class Counter: TestDependencyKey, Sendable {
  private let count = LockIsolated(0)

  func next() -> Int {
    count.withValue { count in
      defer { count += 1 }
      return count
    }
  }

  static var testValue: Counter { Counter() }
}

extension DependencyValues {
  var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }

  var liveOnly: LiveOnly {
    get { self[LiveOnly.self] }
    set { self[LiveOnly.self] = newValue }
  }
}
