public import CaseKeyPaths
import Issues
public import RecordCoding
import ReducerRuntime

// Replaced by `Result`.

/// The result of an effect's work: a value or a thrown error.
///
///     let result = await TaskResult { try await client.fetch() }
///     if result.is(\.success) { print(try result.value) }
///
/// This is an older form of `Result`. It is `Equatable` if its value is. Errors of the same type
/// are compared if the type is `Equatable`. Otherwise an issue is reported.
@CasePathable
public enum TaskResult<Success: Sendable>: Sendable {
  /// The work returned a value.
  case success(Success)
  /// The work threw an error.
  case failure(any Error)

  /// Creates a result by performing asynchronous work.
  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Creates a result from a `Result`.
  public init<Failure: Error>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value of a success, or the thrown error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): value
      case .failure(let error): throw error
      }
    }
  }

  /// Returns the result with its value transformed by a function.
  public func map<NewSuccess>(
    _ transform: (Success) -> NewSuccess
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// Returns the result of calling a function with the value, or the error.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Returns whether both results have equal values, or equal errors of the same type.
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.success(let one), .success(let other)): one == other
    case (.failure(let one), .failure(let other)): areEqual(one, other)
    default: false
    }
  }
}

@_documentation(visibility: internal)
extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the value, or the error if it is hashable.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(value)
    case .failure(let error):
      if let error = (error as Any) as? any Hashable { hasher.combine(AnyHashable(error)) }
    }
  }
}

extension TaskResult: Recordable, RecordableWrapper where Success: Recordable {
  /// The equivalent `Result`.
  public var recordedValue: Result<Success, any Error> { Result(self) }

  /// Creates a result from a `Result`.
  public init(recordedValue: Result<Success, any Error>) {
    self.init(recordedValue)
  }
}

@_documentation(visibility: internal)
extension TaskResult: VoidResult where Success == Void {
  /// The recorded form, which equals the recorded form of a `Result`.
  public var recorded: Result<RecordedVoid, any Error> { Result(self).recorded }

  /// Returns the result with a recorded form.
  public static func restored(from recorded: Result<RecordedVoid, any Error>) -> Self {
    Self(recorded.map { _ in })
  }
}

private func areEqual(_ one: any Error, _ other: any Error) -> Bool {
  func isEqual<Value: Equatable>(_ one: Value, to other: any Error) -> Bool {
    one == other as? Value
  }
  guard let equatable = (one as Any) as? any Equatable else {
    if type(of: one) == type(of: other) {
      reportIssue(
        """
        '\(type(of: one))' is not 'Equatable', so two of its errors are never equal. Make it \
        conform to 'Equatable' to compare results that contain it.
        """, at: nil)
    }
    return false
  }
  return isEqual(equatable, to: other)
}

extension Result {
  /// Creates a result by performing asynchronous work, which returns a value or throws an error.
  ///
  ///     let result = await Result { try await client.fetch() }
  public init(catching body: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Creates a result from a `TaskResult`.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
