import Platform

extension Store where State: Sendable {
  /// A sequence of the current state and the state after each change.
  ///
  /// States are buffered until they are consumed, so none is lost. Each access creates a new
  /// sequence, which ends when the store is deallocated or its part of the state is removed.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    continuation.yield(core.state)
    guard !core.isGone else {
      continuation.finish()
      return stream
    }
    let isOpen = OpenFlag()
    continuation.onTermination = { _ in isOpen.close() }
    var hasChanged = ObservedField<State>.value(\.self).comparison(core.state)
    core.watchers.add { [weak core] in
      guard isOpen.value else { return false }
      guard let core, !core.isGone else {
        continuation.finish()
        return false
      }
      let state = core.state
      guard hasChanged(state) else { return true }
      hasChanged = ObservedField<State>.value(\.self).comparison(state)
      continuation.yield(state)
      return true
    } end: {
      continuation.finish()
    }
    return stream
  }
}

private final class OpenFlag: Sendable {
  private let isOpen = Mutex(true)

  var value: Bool { isOpen.withLock { $0 } }

  func close() {
    isOpen.withLock { $0 = false }
  }
}
