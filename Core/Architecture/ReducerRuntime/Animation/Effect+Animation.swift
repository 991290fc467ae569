#if canImport(SwiftUI)
  public import SwiftUI
#endif

extension Effect {
  /// Returns the effect unchanged, because no user interface shows its actions.
  public func animation(_ animation: Animation? = .default) -> Self {
    transaction(Transaction(animation: animation))
  }

  /// Returns the effect unchanged, because no user interface shows its actions.
  public func transaction(_ transaction: Transaction) -> Self {
    self
  }

  /// Creates an effect that immediately sends an action with an animation.
  public static func send(_ action: Action, animation: Animation? = nil) -> Self {
    send(action).animation(animation)
  }
}

extension Send {
  /// Sends an action with an animation, unless the effect was canceled.
  public func callAsFunction(_ action: Action, animation: Animation?) {
    callAsFunction(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action in a transaction, unless the effect was canceled.
  public func callAsFunction(_ action: Action, transaction: Transaction) {
    withTransaction(transaction) { self(action) }
  }
}

extension Store {
  /// Sends an action and animates the resulting changes.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action in a transaction.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    withTransaction(transaction) { send(action) }
  }
}

extension DismissEffect {
  /// Dismisses the feature with an animation.
  public func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(
      transaction: Transaction(animation: animation), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Dismisses the feature, ignoring the transaction because there is no user interface.
  public func callAsFunction(
    transaction: Transaction,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
