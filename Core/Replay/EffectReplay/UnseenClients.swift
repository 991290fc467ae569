import DependencyInjection
import Locking
import SessionRecording

/// The dependencies with functions whose calls cannot be seen, and the effects that may call them.
final class UnseenClients: DependencyReadObserver {
  private struct Content {
    var step: UInt64 = 0
    var names: [ObjectIdentifier: String?] = [:]
    var steps: [UInt64: String] = [:]
  }

  private let script: EffectScript
  private let content = Mutex(Content())

  init(_ script: EffectScript) {
    self.script = script
  }

  /// Begins a step, whose effects may call what its reducer reads.
  func begin(step: UInt64) {
    content.withLock { $0.step = step }
  }

  /// Returns the obstacle to verifying the effects of a step, if there is one.
  func obstacle(ofStep step: UInt64) -> String? {
    content.withLock { $0.steps[step] }.map(Self.obstacle)
  }

  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues
  ) {
    let id = ObjectIdentifier(key)
    let known = content.withLock { $0.names[id] }
    let name = known ?? CallableEndpoints.unseenFunction(in: Key.Value.self)
    content.withLock { $0.names[id] = .some(name) }
    guard let name else { return }
    guard let effect = ObservedEffect.current?.number else {
      return content.withLock { $0.steps[$0.step] = name }
    }
    guard MainQueue.isCurrent else { return }
    MainActor.assumeIsolated { script.effect(effect)?.obstacle = Self.obstacle(name) }
  }

  private static func obstacle(_ name: String) -> String {
    "calls of '\(name)' cannot be seen; declare the client with @DependencyClient"
  }
}
