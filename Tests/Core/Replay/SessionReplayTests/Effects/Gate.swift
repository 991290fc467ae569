import ComposableArchitecture

/// A gate at which calls wait until a test lets them continue, in an order that the test chooses.
final class Gate: Sendable {
  private struct Waiter {
    let number: Int
    let key: String
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Content {
    var count = 0
    var waiters: [Waiter] = []
    /// The callers that wait for a call with a key.
    var arrivals: [(key: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let content = LockIsolated(Content())

  /// The calls that are waiting, oldest first.
  var keys: [String] { content.withValue { $0.waiters.map(\.key) } }

  /// Waits until `open` is called with a key, or the task is canceled.
  func pass(_ key: String) async {
    let number = content.withValue {
      $0.count += 1
      return $0.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let resumed = content.withValue { content -> [CheckedContinuation<Void, Never>] in
          if Task.isCancelled { return [continuation] }
          content.waiters.append(Waiter(number: number, key: key, continuation: continuation))
          defer { content.arrivals.removeAll { $0.key == key } }
          return content.arrivals.filter { $0.key == key }.map(\.continuation)
        }
        for continuation in resumed { continuation.resume() }
      }
    } onCancel: {
      resume { $0.number == number }
    }
  }

  /// Lets the oldest call with a key continue. Returns whether a call was waiting.
  @discardableResult
  func open(_ key: String) -> Bool { resume { $0.key == key } }

  /// Waits until a call with a key is waiting, and lets it continue.
  func openOnArrival(_ key: String) async {
    await withCheckedContinuation { continuation in
      let isWaiting = content.withValue {
        if $0.waiters.contains(where: { $0.key == key }) { return true }
        $0.arrivals.append((key, continuation))
        return false
      }
      if isWaiting { continuation.resume() }
    }
    open(key)
  }

  /// Lets all waiting calls continue.
  func openAll() { while resume({ _ in true }) {} }

  @discardableResult
  private func resume(_ isChosen: @Sendable (Waiter) -> Bool) -> Bool {
    let waiter = content.withValue { content -> Waiter? in
      content.waiters.firstIndex(where: isChosen).map { content.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume()
    return waiter != nil
  }
}
