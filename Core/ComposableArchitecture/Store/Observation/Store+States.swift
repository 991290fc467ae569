import Locking

extension Store where State: Sendable {
  /// The states one after the other: the one there is, and then that after each change of it.
  ///
  /// None is left out: what is not consumed at once is kept until it is. Each call makes a sequence
  /// of its own, which ends when the store goes away, or the part of the state that it is about.
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

/// Whether somebody still consumes a sequence.
private final class OpenFlag: Sendable {
  private let isOpen = Mutex(true)

  var value: Bool { isOpen.withLock { $0 } }

  func close() {
    isOpen.withLock { $0 = false }
  }
}
