public import ReducerRuntime

// Replaced by `StoreTask`.

extension Store {
  /// Sends an action, and returns a task that ends with the effects, or `nil` if there are none.
  ///
  /// Canceling the task cancels the effects.
  @available(*, deprecated, message: "Use 'finish()' and 'cancel()' of the 'StoreTask'.")
  @_disfavoredOverload
  @discardableResult
  public func send(_ action: Action) -> Task<Void, Never>? {
    let task: StoreTask = send(action)
    return task.isFinished ? nil : Task { await task.finish() }
  }
}
