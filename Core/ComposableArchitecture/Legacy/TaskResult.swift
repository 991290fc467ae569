public import CaseKeyPaths
public import RecordCoding

// Replaced by `Result`.

/// The result of an effect's work: a value, or the error that was thrown.
///
///     let result = await TaskResult { try await client.fetch() }
///     if result.is(\.success) { print(try result.value) }
///
/// It is the older form of `Result`, and equatable as soon as its value is. Two errors of one type are
/// compared if the type is `Equatable`; if it is not, an issue is reported.
@CasePathable
public enum TaskResult<Success: Sendable>: Sendable {
  /// The work returned a value.
  case success(Success)
  /// The work threw an error.
  case failure(any Error)

  /// Creates the result of asynchronous work.
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

  /// The value; throws the error if there is none.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): value
      case .failure(let error): throw error
      }
    }
  }

  /// Returns the result with the value transformed by a function.
  public func map<NewSuccess>(
    _ transform: (Success) -> NewSuccess
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// Returns the result of a function of the value, or the error.
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
  /// Whether both are equal values, or equal errors of one type.
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
  /// Feeds the value, or the error if it can be, to a hasher.
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
  /// The result as a `Result`.
  public var recordedValue: Result<Success, any Error> { Result(self) }

  /// Creates a result from a `Result`.
  public init(recordedValue: Result<Success, any Error>) {
    self.init(recordedValue)
  }
}

@_documentation(visibility: internal)
extension TaskResult: VoidResult where Success == Void {
  /// The recorded form, the same as that of a `Result`.
  public var recorded: Result<RecordedVoid, any Error> { Result(self).recorded }

  /// Creates the result of its recorded form.
  public init(recorded: Result<RecordedVoid, any Error>) {
    self = Self(recorded.map { _ in })
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
        '\(type(of: one))' is not 'Equatable', so two errors of it are never equal. Make it conform to \
        'Equatable' to compare results that hold it.
        """)
    }
    return false
  }
  return isEqual(equatable, to: other)
}

extension Result where Failure == any Error {
  /// Creates the result of asynchronous work: what it returns, or the error that it throws.
  ///
  ///     let result = await Result { try await client.fetch() }
  public init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Creates the same from a `TaskResult`.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
