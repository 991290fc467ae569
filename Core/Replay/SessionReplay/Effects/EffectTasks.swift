import DependencyInjection
import Dispatch
import Platform
import Scheduling

/// The tasks of the effects of a replay, including tasks that no longer know their effect.
final class EffectTasks: WorkObserver {
  private struct Content {
    /// The number of the effect that started each task, directly or through other tasks.
    var effects: [UInt64: UInt64] = [:]
    /// The tasks of each effect.
    var tasks: [UInt64: [UInt64]] = [:]
    /// The tasks that end before their effect does.
    var structured: Set<UInt64> = []
    /// The effects with a task that waited for a real clock.
    var sleepers: Set<UInt64> = []
    /// The effects with a task that something outside of the replay let continue.
    var outside: Set<UInt64> = []
    /// The number of times that something outside of the replay let a task continue.
    var outsideCount = 0
    /// Whether such tasks wait until the replay needs them.
    var isHolding = true
    /// The calls that were made on threads of the system since they were last taken.
    var threadCalls: [ThreadCall] = []
    var waiter: UnsafeContinuation<Void, Never>?
  }

  struct ThreadCall {
    let endpoint: String
    /// The number of the effect.
    let effect: UInt64
  }

  private let content = Mutex(Content())

  /// The effect that started the current task; `nil` if none did.
  var currentEffect: UInt64? {
    guard let task = TestWork.currentTask else { return nil }
    return content.withLock { $0.effects[task] }
  }

  /// Whether the current task ends before its effect does.
  var isCurrentStructured: Bool {
    guard let task = TestWork.currentTask else { return false }
    return content.withLock { $0.structured.contains(task) }
  }

  /// Whether a task of an effect may continue after the effect's end.
  var hasUnstructured: Bool {
    content.withLock { content in content.effects.count > content.structured.count }
  }

  /// Notes that the current task is an effect's own.
  func noteOwnTask(of effect: UInt64) {
    guard let task = TestWork.currentTask else { return }
    content.withLock { content in
      if content.effects.updateValue(effect, forKey: task) == nil {
        content.tasks[effect, default: []].append(task)
      }
      content.structured.insert(task)
    }
  }

  func taskDidBegin(_ task: UInt64, createdBy creator: UInt64?, isChild: Bool) {
    let effect = ObservedEffect.current?.number
    content.withLock { content in
      guard content.effects[task] == nil,
        let effect = effect ?? creator.flatMap({ content.effects[$0] })
      else { return }
      content.effects[task] = effect
      content.tasks[effect, default: []].append(task)
      if isChild, let creator, content.structured.contains(creator) {
        content.structured.insert(task)
      }
    }
  }

  /// Forgets the tasks of an effect that has ended. Returns `false` if one of them may continue.
  func forget(effect: UInt64) -> Bool {
    content.withLock { content in
      let tasks = content.tasks[effect] ?? []
      guard tasks.allSatisfy(content.structured.contains) else { return false }
      for task in tasks {
        content.effects[task] = nil
        content.structured.remove(task)
      }
      content.tasks[effect] = nil
      content.outside.remove(effect)
      content.sleepers.remove(effect)
      return true
    }
  }

  func taskCanContinue(fromOutside task: UInt64, hold: () -> Void) -> Bool {
    let (isHeld, waiter) = content.withLock { content in
      guard let effect = content.effects[task] else {
        return (false, UnsafeContinuation<Void, Never>?.none)
      }
      content.outside.insert(effect)
      content.outsideCount += 1
      if content.isHolding { hold() }
      return (content.isHolding, content.waiter.take())
    }
    waiter?.resume()
    return isHeld
  }

  func taskAddsBlock(_ task: UInt64) -> Bool {
    content.withLock { $0.isHolding && $0.effects[task] != nil }
  }

  /// Lets tasks continue, and blocks begin, at once from now on.
  func stopHolding() { content.withLock { $0.isHolding = false } }

  /// Returns the first waiting task of an effect, or else the first waiting task of any effect.
  func next(of tasks: [UInt64], for effect: UInt64?) -> UInt64? {
    content.withLock { content in tasks.first { content.effects[$0] == effect } ?? tasks.first }
  }

  /// Whether the effect of a task waits for a real clock.
  func isOfSleeper(_ task: UInt64) -> Bool {
    content.withLock { content in
      content.effects[task].map(content.sleepers.contains) ?? false
    }
  }

  func noteThreadCall(of endpoint: String, by effect: UInt64) {
    content.withLock { $0.threadCalls.append(ThreadCall(endpoint: endpoint, effect: effect)) }
  }

  /// Returns the calls that were made on threads of the system, and forgets them.
  func takeThreadCalls() -> [ThreadCall] {
    content.withLock { content in
      defer { content.threadCalls = [] }
      return content.threadCalls
    }
  }

  func taskWillSleep(_ task: UInt64) -> Bool {
    content.withLock { content in
      guard let effect = content.effects[task] else { return false }
      content.sleepers.insert(effect)
      return content.isHolding
    }
  }

  /// Whether one of several tasks of an effect waited for a real clock.
  func hasSleeperAmongOthers(_ effect: UInt64) -> Bool {
    content.withLock { content in
      content.sleepers.contains(effect) && content.tasks[effect, default: []].count > 1
    }
  }

  /// Whether something outside of the replay let a task of an effect continue.
  func continuedFromOutside(_ effect: UInt64) -> Bool {
    content.withLock { $0.outside.contains(effect) }
  }

  /// The number of times that something outside of the replay let a task of an effect continue.
  var outsideCount: Int { content.withLock { $0.outsideCount } }

  /// Waits until `outsideCount` is greater than `count`, or until a time.
  func waitForOutside(after count: Int, until time: DispatchTime) async {
    DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in
      self?.content.withLock { $0.waiter.take() }?.resume()
    }
    await withUnsafeContinuation { continuation in
      let isWaiting = content.withLock { content in
        guard content.outsideCount == count, DispatchTime.now() < time else { return false }
        content.waiter = continuation
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }
}
