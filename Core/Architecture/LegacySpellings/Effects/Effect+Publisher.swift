public import ReducerRuntime
public import SharedState

extension Effect {
  /// An effect that sends the elements of a sequence.
  ///
  ///     enum Action { case received(String) }
  ///
  ///     func listen(to messages: AsyncStream<String>) -> Effect<Action> {
  ///       .publisher { messages.map(Action.received) }
  ///     }
  ///
  /// The published library takes a publisher of Combine. An endpoint that returned one returns an
  /// `AsyncStream` here, and the reducer remains unchanged. The effect ends with the sequence, and
  /// an error of the sequence is reported as of `run`.
  public static func publisher<Elements: AsyncSequence & SendableMetatype>(
    _ elements: @escaping @Sendable () -> Elements, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self where Elements.Element == Action, Elements.AsyncIterator: SendableMetatype {
    .run(
      operation: { send in
        for try await action in elements() {
          // Nothing but the store uses the element any more.
          nonisolated(unsafe) let action = action
          await send(action)
        }
      }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// An effect that sends the elements of a publisher of a shared value.
  ///
  /// The closure is called at once, so it may use the state of a reducer:
  /// `.publisher { state.$volume.publisher.map(Action.volumeChanged) }`.
  public static func publisher(
    _ publisher: () -> SharedPublisher<Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let publisher = publisher()
    return .publisher(
      { publisher.values }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The form for publishers of Combine, which names the rewrite at the call.
  @available(
    *, unavailable,
    message: """
      There is no Combine on Linux. Let the closure return an 'AsyncSequence' of actions, such as \
      'client.messages().map(Action.received)' over an 'AsyncStream'.
      """
  )
  public static func publisher<Publisher>(_ publisher: () -> Publisher) -> Self {
    preconditionFailure("unavailable")
  }
}
