import DependencyInjection
import Dispatch
import Locking
import SessionRecording

/// An observer that blocks the effects that may call functions whose calls cannot be seen.
final class UnseenClients: DependencyReadObserver {
  private let script: EffectScript
  /// The function that cannot be seen, for each key that was read; `nil` if there is none.
  private let functions = Mutex<[ObjectIdentifier: String?]>([:])

  init(_ script: EffectScript) {
    self.script = script
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    let id = ObjectIdentifier(key)
    let known = functions.withLock { $0[id] }
    let function = known ?? CallableEndpoints.unseenFunction(in: Key.Value.self)
    if known == nil { functions.withLock { $0[id] = .some(function) } }
    guard let function else { return }
    let effect = ObservedEffect.current?.number
    let block = { @MainActor @Sendable [script] in
      script.block(
        "calls of '\(function)' cannot be seen; declare the client with @DependencyClient",
        of: effect)
    }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated(block)
    } else if effect != nil {
      // Reads may happen under locks, which the main actor may wait for.
      DispatchQueue.main.async(execute: block)
    }
  }
}
