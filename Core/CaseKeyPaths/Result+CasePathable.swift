extension Result: CasePathable {
  /// The case paths of `success` and `failure`.
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

    /// The case key path of the case that a value is in.
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Goes through both cases.
    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result>]> {
      [\.success, \.failure].makeIterator()
    }
  }

  /// The case paths of `success` and `failure`.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
