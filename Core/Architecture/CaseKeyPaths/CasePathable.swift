import Issues

/// An enumeration whose cases can be referenced by key paths: `\.destination.alert`.
///
/// `@CasePathable` generates the conformance.
public protocol CasePathable {
  /// A type with one property per case, named after the case.
  associatedtype AllCasePaths: Sendable

  /// The case paths of all cases.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of the type's case key paths, as in `\Action.Cases.response`.
  public typealias Cases = Case<Self>
}

/// An enumeration whose case paths can be iterated, in source order.
///
///     func names<Root: CasePathIterable>(of root: Root.Type) -> [String] {
///       Root.allCasePaths.map { "\($0)" }
///     }
///
/// `@CasePathable` generates the conformance.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// The case paths of an enumeration, which can determine the case of a value.
@_documentation(visibility: internal)
public protocol CasePathReflectable<Root>: Sendable {
  /// The type of the enumeration.
  associatedtype Root: CasePathable

  /// Returns the case key path of the case that a value is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// Makes each case of an enumeration available as a key path.
///
///     @CasePathable
///     enum Loading {
///       case waiting
///       case loaded(String)
///     }
///     let isLoaded = Loading.loaded("Blob").is(\.loaded)
///     let name = Loading.loaded("Blob")[case: \.loaded]
///
/// With `@dynamicMemberLookup`, `value.name` is the payload of the case `name`, or `nil`.
@attached(extension, conformances: CasePathIterable)
@attached(
  member,
  names: named(AllCasePaths), named(allCasePaths), named(CasePathsElement),
  named(CasePathsIterator), named(CasePathsRoot))
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")

extension CasePathable {
  /// Returns the value of a case, or `nil` if the enumeration is in a different case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(keyPath).extract(from: self)
  }

  /// Returns the value of a type-erased case, or `nil` if the enumeration is in a different case.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    keyPath.erasedCase().extract(from: self)
  }

  /// Replaces the value of a case. Does nothing if the enumeration is in a different case.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value {
    @available(*, unavailable, message: "the value of a case is optional")
    get { preconditionFailure("unavailable") }
    set { replace(AnyCasePath(keyPath), newValue) }
  }

  /// Returns the value of a case, or `nil` if the enumeration is in a different case.
  ///
  /// Enables `value.name` on a `@dynamicMemberLookup` enumeration. Assigning replaces the value of
  /// that case alone.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    @available(*, deprecated, message: "Use 'modify', or assign the case.")
    set {
      if let newValue { replace(Self.allCasePaths[keyPath: keyPath], newValue) }
    }
  }

  private mutating func replace<Value>(_ path: AnyCasePath<Self, Value>, _ value: Value) {
    if path.extract(from: self) != nil { self = path.embed(value) }
  }

  /// Returns whether the enumeration is in a case.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    keyPath.erasedCase().contains(self)
  }

  /// Modifies the value of a case in place. Reports an issue if the enumeration is in a different
  /// case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, yield: (inout Value) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    let path = AnyCasePath(keyPath)
    guard var value = path.extract(from: self) else {
      return reportIssue(
        """
        Can't modify \(keyPath): the value is in another case, \(self). \
        Check 'is(_:)' first, or assign the case.
        """, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    try yield(&value)
    self = path.embed(value)
  }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The case key path of the case that the enumeration is in.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}
