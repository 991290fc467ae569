import CQueueBlocks
import Dispatch
import Platform

/// The blocks that the tasks of a test have added to the system's queues, kept by the observer of
/// these tasks.
///
/// A block that lets a task continue may do so before or after the task suspends, depending on the
/// load. If the block begins only when no task can run, the order is always the same.
final class QueueBlocks: Sendable {
  // `@unchecked Sendable`, because a block is taken by one thread only.
  private struct Block: @unchecked Sendable {
    let address: OpaquePointer
    let task: UInt64
    /// The job of the main actor that added it.
    let job: Int?
  }

  private struct State {
    var blocks: [Block] = []
    /// Whether a timer watches for a job that waits for a block.
    var isWatched = false
  }

  private let state = Mutex(State())

  /// Whether observers receive blocks. In some programs, this is impossible: see
  /// `rp_observe_blocks`.
  static let canBeKept = rp_observe_blocks(
    { block in
      guard let block, let (task, scope) = adder,
        scope.observer?.taskAddsBlock(task) == true
      else { return false }
      scope.blocks.keep(Block(address: block, task: task, job: scope.mainJob), in: scope)
      return true
    },
    { adder?.scope.blocks.passAll() })

  /// Whether the current thread runs a block that a task of a test added.
  static var isRunning: Bool { rp_block_owner() > 0 }

  /// The task whose job or block the current thread runs, and its test.
  private static var adder: (task: UInt64, scope: WorkScope)? {
    let owner = rp_block_owner()
    let task = owner > 0 ? owner : RunningJob.scope.flatMap { _ in RuntimeTask.current }
    guard let task, let scope = WorkRegistry.scope(of: task) else { return nil }
    return (task, scope)
  }

  deinit { passAll() }

  private func keep(_ block: Block, in scope: WorkScope) {
    let isWatched = state.withLock { state in
      state.blocks.append(block)
      defer { state.isWatched = true }
      return state.isWatched
    }
    if !isWatched { watch(scope) }
  }

  /// Passes all blocks on if the job that added the first one does not end. The job may wait for
  /// the block in a way that Dispatch does not see, such as a condition of Foundation.
  private func watch(_ scope: WorkScope) {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.maxJobTime) { [weak scope] in
      guard let scope else { return }
      let first = self.state.withLock { state in
        state.isWatched = !state.blocks.isEmpty
        return state.blocks.first
      }
      guard let first else { return }
      if let job = first.job, job == scope.mainJob { self.passAll() }
      self.watch(scope)
    }
  }

  private static let maxJobTime = DispatchTimeInterval.seconds(1)

  /// Passes all blocks to their queues.
  func passAll() {
    let blocks = state.withLock { state in
      defer { state.blocks = [] }
      return state.blocks
    }
    for block in blocks { rp_pass_block(block.address, block.task, { _ in }, nil) }
  }

  /// Passes the first block to its queue, and waits for its end. The wait takes at most `maxTime`,
  /// because the block may wait for a second block. Returns `false` if there is no block.
  func runFirst() async -> Bool {
    let block = state.withLock { $0.blocks.isEmpty ? nil : $0.blocks.removeFirst() }
    guard let block else { return false }
    await withUnsafeContinuation { continuation in
      let end = BlockEnd(continuation)
      rp_pass_block(
        block.address, block.task,
        { if let end = $0 { Unmanaged<BlockEnd>.fromOpaque(end).takeRetainedValue().reach() } },
        Unmanaged.passRetained(end).toOpaque())
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.maxTime) { end.reach() }
    }
    return true
  }

  private static let maxTime = DispatchTimeInterval.milliseconds(200)
}

/// The awaited end of a block.
private final class BlockEnd: Sendable {
  private let waiter: Mutex<UnsafeContinuation<Void, Never>?>

  init(_ continuation: UnsafeContinuation<Void, Never>) {
    waiter = Mutex(continuation)
  }

  /// Resumes the waiter at the first call, in a block of the main queue. The waiter has then
  /// suspended.
  func reach() {
    guard let continuation = waiter.withLock({ $0.take() }) else { return }
    DispatchQueue.main.async { continuation.resume() }
  }
}
