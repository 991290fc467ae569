public import ReducerRuntime

// Effects that fail. Replaced by `do` and `catch` in `Effect.run`.

extension Effect {
  /// Creates an effect that fails with an error.
  public init(
    error: some Error, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self = .failing(fileID: fileID, filePath: filePath, line: line, column: column) { _ in
      throw error
    }
  }

  /// Creates an effect that performs work, and sends the value or fails with the error.
  public static func result<Failure: Error>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ work: @escaping @Sendable () -> Result<Action, Failure>
  ) -> Self {
    .failing(fileID: fileID, filePath: filePath, line: line, column: column) { send in
      send(try work().get())
    }
  }

  /// Creates an effect that performs work, and sends the value or fails with the thrown error.
  public static func catching(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ work: @escaping @Sendable () throws -> Action
  ) -> Self {
    .failing(fileID: fileID, filePath: filePath, line: line, column: column) { send in
      send(try work())
    }
  }
}

extension Effect {
  /// Returns the effect with its actions and its error as results, after which it never fails.
  ///
  ///     func load(_ number: Effect<Int>) -> Effect<Result<Int, URLError>> {
  ///       number.catchToEffect()
  ///     }
  public func catchToEffect<Failure: Error>() -> Effect<Result<Action, Failure>> {
    catchToEffect { $0 }
  }

  /// Returns the effect with its actions and its error, as results, transformed to actions.
  ///
  /// The function's parameter decides the type of the error. Other errors are reported.
  public func catchToEffect<NewAction, Failure: Error>(
    _ transform: @escaping @Sendable (_ result: Result<Action, Failure>) -> NewAction
  ) -> Effect<NewAction> {
    mapResults { result in
      switch result {
      case .success(let action): .success(transform(.success(action)))
      case .failure(let error as Failure): .success(transform(.failure(error)))
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Returns the effect with its actions and its error, as results, transformed to actions.
  @_disfavoredOverload
  public func catchToEffect<NewAction>(
    _ transform: @escaping @Sendable (_ result: Result<Action, any Error>) -> NewAction
  ) -> Effect<NewAction> {
    mapResults { .success(transform($0)) }
  }

  /// Returns the effect with its error transformed.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (_ error: any Error) -> NewFailure
  ) -> Self {
    mapResults { $0.mapError(transform) }
  }

  /// Returns the effect with errors of one type transformed.
  public func mapError<Failure: Error, NewFailure: Error>(
    _ transform: @escaping @Sendable (_ error: Failure) -> NewFailure
  ) -> Self {
    mapResults { $0.mapError { ($0 as? Failure).map(transform) ?? $0 } }
  }

  /// Returns the effect with an action in place of its error.
  public func replaceError(with action: Action) -> Self {
    // `nonisolated(unsafe)`, because actions of the language mode of Swift 5 are not Sendable.
    nonisolated(unsafe) let action = action
    return mapResults { .success((try? $0.get()) ?? action) }
  }

  /// Returns the effect, which has no type of errors.
  public func setFailureType<Failure: Error>(to type: Failure.Type) -> Self { self }

  /// Returns the effect.
  public func eraseToEffect() -> Self { self }

  /// Returns the effect with each of its actions transformed.
  public func eraseToEffect<NewAction>(
    _ transform: @escaping @Sendable (_ action: Action) -> NewAction
  ) -> Effect<NewAction> {
    map(transform)
  }

  /// Returns the effect with each of its actions transformed, without those for which the closure
  /// returns `nil`.
  public func compactMap<NewAction>(
    _ transform: @escaping @Sendable (_ action: Action) -> NewAction?
  ) -> Effect<NewAction> {
    mapResults { result in
      switch result {
      case .success(let action): transform(action).map { .success($0) }
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Returns the effect with only the actions that meet a condition.
  public func filter(_ isIncluded: @escaping @Sendable (_ action: Action) -> Bool) -> Self {
    compactMap { isIncluded($0) ? $0 : nil }
  }
}
