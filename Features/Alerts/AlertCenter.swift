package import ComposableArchitecture

/// Where alerts are posted, and where whoever listens hears of them.
@DependencyClient
package struct AlertCenter: Sendable {
  /// Posts an alert to all who listen.
  package var post: @Sendable (_ alert: Alert) -> Void
  /// What is posted from now on: each posting once, in order, until the listener goes away.
  package var postings: @Sendable () -> AsyncStream<Alert> = { .finished }
}

extension AlertCenter {
  /// A centre that nobody has posted to, with as many listeners as there come.
  package static func broadcasting() -> AlertCenter {
    let listeners = LockIsolated(Listeners())
    return AlertCenter { alert in
      // Under the lock, so that all hear of two postings in the same order.
      listeners.withValue { listeners in
        for (_, listener) in listeners.all { listener.yield(alert) }
      }
    } postings: {
      let (stream, listener) = AsyncStream.makeStream(of: Alert.self)
      let id = listeners.withValue { $0.add(listener) }
      listener.onTermination = { _ in listeners.withValue { $0.remove(id) } }
      return stream
    }
  }
}

/// Who hears of postings, by numbers in the order in which they came.
private struct Listeners: Sendable {
  private(set) var all: [(id: Int, listener: AsyncStream<Alert>.Continuation)] = []
  private var count = 0

  mutating func add(_ listener: AsyncStream<Alert>.Continuation) -> Int {
    count += 1
    all.append((count, listener))
    return count
  }

  mutating func remove(_ id: Int) {
    all.removeAll { $0.id == id }
  }
}

extension AlertCenter: DependencyKey {
  /// The centre of the app.
  package static let liveValue = AlertCenter.broadcasting()

  /// A centre of the preview's own.
  package static var previewValue: AlertCenter { .broadcasting() }

  /// A centre that fails the test which uses it.
  package static let testValue = AlertCenter()
}

extension DependencyValues {
  /// Where alerts are posted, and where whoever listens hears of them.
  package var alertCenter: AlertCenter {
    get { self[AlertCenter.self] }
    set { self[AlertCenter.self] = newValue }
  }
}
