import DependencyInjection
import Dispatch
import Foundation
import Scheduling
import Testing

/// Tests blocks of the system's queues and waits for real clocks that an observer keeps.
@MainActor
struct KeptWorkTests {
  /// An observer that keeps all blocks and waits.
  private final class Keeper: WorkObserver {
    func taskDidBegin(_ task: UInt64, createdBy creator: UInt64?, isChild: Bool) {}
    func taskCanContinue(fromOutside task: UInt64, hold: () -> Void) -> Bool { false }
    func taskAddsBlock(_ task: UInt64) -> Bool { true }
    func taskWillSleep(_ task: UInt64) -> Bool { true }
  }

  /// Whether blocks cannot be kept, because the sanitizer's definitions take precedence.
  #if THREAD_SANITIZER
    private nonisolated static let isSanitized = true
  #else
    private nonisolated static let isSanitized = false
  #endif

  typealias Block = @Sendable () -> Void

  /// A way in which code adds a block to a queue, or waits for one.
  struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let perform: @Sendable (@escaping Block) -> Void

    init(_ name: String, _ perform: @escaping @Sendable (@escaping Block) -> Void) {
      (testDescription, self.perform) = (name, perform)
    }
  }

  /// Runs tests' tasks one at a time, while an observer keeps their blocks and waits.
  private func withKeeper(_ body: (TestWork) async throws -> Void) async rethrows {
    let work = TestWork(isSerial: true)
    let keeper = Keeper()
    await work.prepare()
    work.observe(by: keeper)
    defer {
      work.observe(by: nil)
      work.isSerial = false
    }
    try await body(work)
  }

  /// The ways in which code adds a block to a queue.
  private nonisolated static let additions = [
    Way("a global queue") { DispatchQueue.global().async(execute: $0) },
    Way("a serial queue") { DispatchQueue(label: "serial").async(execute: $0) },
    Way("a quality of service") { DispatchQueue.global().async(qos: .utility, execute: $0) },
    Way("a barrier") {
      DispatchQueue(label: "b", attributes: .concurrent).async(flags: .barrier, execute: $0)
    },
    Way("a group") { DispatchQueue.global().async(group: DispatchGroup(), execute: $0) },
    Way("a work item") { DispatchQueue.global().async(execute: DispatchWorkItem(block: $0)) },
    Way("an operation") { OperationQueue().addOperation($0) },
    Way("a block of a block") { block in
      DispatchQueue.global().async { DispatchQueue.global().async(execute: block) }
    },
  ]

  @Test(
    "A kept block begins when the observer lets it", .disabled(if: isSanitized),
    arguments: additions)
  func block(_ addition: Way) async {
    await withKeeper { work in
      let (hasBegun, hasContinued) = (LockIsolated(false), LockIsolated(false))
      let task = Task {
        await withCheckedContinuation { continuation in
          addition.perform {
            hasBegun.setValue(true)
            continuation.resume()
          }
        }
        hasContinued.setValue(true)
      }
      await work.settle()
      #expect(!hasBegun.value)
      while await work.runBlock() { await work.settle() }
      #expect(hasBegun.value)
      #expect(hasContinued.value)
      await task.value
    }
  }

  private actor Elsewhere {
    /// Waits for a block. Returns whether the actor then continues on the main queue.
    func wait() async -> Bool {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      return MainQueue.isCurrent
    }
  }

  @Test(
    "If a kept block lets an actor continue, the actor takes its turn like a task",
    .disabled(if: isSanitized))
  func actorTurn() async {
    await withKeeper { work in
      let task = Task { await Elsewhere().wait() }
      await work.settle()
      while await work.runBlock() { await work.settle() }
      #expect(await task.value)
    }
  }

  /// The ways in which code waits for a block, with the thread blocked.
  private nonisolated static let waits = [
    Way("the queue") { block in
      let queue = DispatchQueue(label: "serial")
      queue.async(execute: block)
      queue.sync {}
    },
    Way("a barrier") { block in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      queue.async(execute: block)
      queue.sync(flags: .barrier) {}
    },
    Way("a semaphore") { block in
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        block()
        semaphore.signal()
      }
      semaphore.wait()
    },
    Way("a group") { block in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group, execute: block)
      group.wait()
    },
    Way("a work item") { block in
      let item = DispatchWorkItem(block: block)
      DispatchQueue.global().async(execute: item)
      item.wait()
    },
    Way("a condition") { block in
      let (condition, isDone) = (NSCondition(), LockIsolated(false))
      DispatchQueue.global().async {
        block()
        condition.withLock { isDone.setValue(true) }
        condition.signal()
      }
      condition.withLock { while !isDone.value { condition.wait() } }
    },
  ]

  @Test(
    "A job that waits for a kept block is not blocked for ever", .disabled(if: isSanitized),
    arguments: waits)
  func wait(_ way: Way) async {
    await withKeeper { work in
      let hasRun = LockIsolated(false)
      let task = Task {
        way.perform { hasRun.setValue(true) }
        #expect(hasRun.value)
      }
      await work.settle()
      #expect(hasRun.value)
      await task.value
    }
  }

  @Test("A kept block that waits for a second block does not prevent it from beginning")
  func dependentBlocks() async {
    await withKeeper { work in
      let hasRun = LockIsolated(false)
      let task = Task {
        await withCheckedContinuation { continuation in
          let semaphore = DispatchSemaphore(value: 0)
          DispatchQueue(label: "waiting").async {
            semaphore.wait()
            hasRun.setValue(true)
            continuation.resume()
          }
          DispatchQueue(label: "other").async { semaphore.signal() }
        }
      }
      await work.settle()
      while await work.runBlock() { await work.settle() }
      await task.value
      #expect(hasRun.value)
    }
  }

  @Test("Kept waits for real clocks end in the order of their deadlines, and take no time")
  func sleepers() async throws {
    try await withKeeper { work in
      let order = LockIsolated<[Int]>([])
      let tasks = [40, 20, 30, 20].enumerated().map { number, seconds in
        Task {
          try await Task.sleep(for: .seconds(seconds))
          order.withValue { $0.append(number) }
        }
      }
      await work.settle()
      #expect(order.value == [])
      while let task = work.sleepingTasks.first {
        work.wake(task)
        await work.settle()
      }
      for task in tasks { try await task.value }
      #expect(order.value == [1, 3, 2, 0])
    }
  }
}
