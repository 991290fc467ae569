import DependencyInjection
import Dispatch
import Platform
import SessionRecording

/// An observer of reads of clients whose calls cannot be seen. It blocks the effects that read
/// them.
final class UnseenClients: DependencyReadObserver {
  private let script: EffectScript
  /// The client that cannot be seen, for each key that was read; `nil` if there is none.
  private let clients = Mutex<[ObjectIdentifier: UnseenClient?]>([:])

  init(_ script: EffectScript) {
    self.script = script
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    let id = ObjectIdentifier(key)
    let known = clients.withLock { $0[id] }
    let client =
      known ?? (UnseenClient.isOfLibrary(key) ? nil : UnseenClient.find(in: Key.Value.self))
    if known == nil { clients.withLock { $0[id] = .some(client) } }
    guard let client else { return }
    let effect = ObservedEffect.current?.number
    let block = { @MainActor @Sendable [script] in
      script.block(client.reason, of: effect)
    }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated(block)
    } else if effect != nil {
      // Reads may happen under locks, which the main actor may wait for.
      DispatchQueue.main.async(execute: block)
    }
  }
}
