/// The effects that an action started, and those that their actions started in turn.
public struct StoreTask: Sendable {
  private let group: EffectGroup?

  init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until all the effects have ended; if the waiting task is cancelled, so are they.
  public func finish() async {
    guard let group, !group.isIdle else { return }
    await withTaskCancellationHandler {
      await group.waitUntilIdle()
    } onCancel: {
      group.cancel()
    }
  }

  /// Cancels the effects.
  public func cancel() {
    group?.cancel()
  }

  /// Whether all the effects have ended.
  package var isFinished: Bool { group?.isIdle ?? true }

  /// Whether the effects were cancelled.
  public var isCancelled: Bool { group?.isCancelled ?? false }
}
