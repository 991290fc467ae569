import Issues

extension Optional: CasePathIterable {
  /// The case paths of `none` and `some`.
  @_documentation(visibility: internal)
  public struct AllCasePaths: CasePathReflectable, Sequence {
    /// The case without a value.
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath<Optional, Void>(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    /// The case with a value.
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath<Optional, Wrapped>(embed: { .some($0) }, extract: { $0 })
    }

    /// Returns the case key path of the case that a value is in.
    @_documentation(visibility: internal)
    public subscript(root: Optional) -> PartialCaseKeyPath<Optional> {
      root == nil ? \.none : \.some
    }

    /// Returns an iterator over both cases.
    @_documentation(visibility: internal)
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Optional>]> {
      [\.none, \.some].makeIterator()
    }
  }

  /// The case paths of `none` and `some`.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Optional where Wrapped: CasePathable {
  /// Accesses the value of a case of the wrapped value; `nil` if it is missing or in a different
  /// case.
  ///
  /// Setting `nil` assigns `nil` to the optional, but only if the wrapped value is in the case.
  public subscript<Value>(case keyPath: CaseKeyPath<Wrapped, Value>) -> Value? {
    get {
      flatMap(AnyCasePath(keyPath).extract(from:))
    }
    set {
      let path = AnyCasePath(keyPath)
      if let newValue {
        self = path.embed(newValue)
      } else if flatMap(path.extract(from:)) != nil {
        self = nil
      }
    }
  }

  /// Returns whether there is a value in a case.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Wrapped>) -> Bool {
    self?.is(keyPath) ?? false
  }

  /// Modifies the value of a case of the wrapped value in place. Reports an issue if it is missing
  /// or in a different case.
  @_disfavoredOverload
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Wrapped, Value>, yield: (inout Value) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    let found: Void? = try self?.modify(
      keyPath, yield: yield, fileID: fileID, filePath: filePath, line: line, column: column)
    guard found == nil else { return }
    reportIssue(
      """
      Can't modify \(keyPath): the value is nil. \
      Check 'is(_:)' first, or assign the case.
      """, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Result: CasePathIterable {
  /// The case paths of `success` and `failure`.
  @_documentation(visibility: internal)
  public struct AllCasePaths: CasePathReflectable, Sequence {
    /// The case of a success.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: {
          guard case .success(let value) = $0 else { return nil }
          return value
        })
    }

    /// The case of a failure.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: {
          guard case .failure(let error) = $0 else { return nil }
          return error
        })
    }

    /// Returns the case key path of the case that a value is in.
    @_documentation(visibility: internal)
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Returns an iterator over both cases.
    @_documentation(visibility: internal)
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }
  }

  /// The case paths of `success` and `failure`.
  @_documentation(visibility: internal)
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
