package import ComposableArchitecture

/// Broadcasts alerts from any part of the app to all listeners.
@DependencyClient
package struct AlertCenter: Sendable {
  /// Posts an alert to all current listeners.
  package var post: @Sendable (_ alert: Alert) -> Void
  /// Returns a stream of the alerts posted from now on: each one once, in the order of posting.
  package var postings: @Sendable () -> AsyncStream<Alert> = { .finished }
}

extension AlertCenter {
  /// Creates an alert center that supports any number of listeners.
  package static func broadcasting() -> AlertCenter {
    let listeners = LockIsolated(Listeners())
    return AlertCenter { alert in
      // Post under the lock: all listeners must receive alerts in the same order.
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
  package static let liveValue = AlertCenter.broadcasting()

  package static var previewValue: AlertCenter { .broadcasting() }

  /// An alert center that fails the test when used.
  package static let testValue = AlertCenter()
}

extension DependencyValues {
  package var alertCenter: AlertCenter {
    get { self[AlertCenter.self] }
    set { self[AlertCenter.self] = newValue }
  }
}
