import DependencyInjection

/// An enumeration whose cases can be named by key paths: `\.destination.alert`.
///
/// `@CasePathable` writes the requirements.
public protocol CasePathable {
  /// A type with one property for each case, of the case's name.
  associatedtype AllCasePaths: Sendable

  /// The case paths of all cases.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of the type's case key paths, as in `\Action.Cases.response`.
  public typealias Cases = Case<Self>
}

/// An enumeration whose case paths can be iterated, in the order of its cases.
///
///     func names<Root: CasePathIterable>(of root: Root.Type) -> [String] {
///       Root.allCasePaths.map { "\($0)" }
///     }
///
/// `@CasePathable` writes the conformance.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// The collected case paths of an enumeration, which can tell the case of a value.
@_documentation(visibility: internal)
public protocol CasePathReflectable<Root>: Sendable {
  /// The enumeration.
  associatedtype Root: CasePathable

  /// The case key path of the case that a value is in.
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
/// With `@dynamicMemberLookup` beside it, `value.name` is the payload of the case `name`, or `nil`.
@attached(extension, conformances: CasePathIterable)
@attached(
  member,
  names: named(AllCasePaths), named(allCasePaths), named(CasePathsElement),
  named(CasePathsIterator), named(CasePathsRoot))
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")

extension CasePathable {
  /// The value of a case, or `nil` if this is in another case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(keyPath).extract(from: self)
  }

  /// The value of a case of which only the enumeration is known, or `nil` if this is in another.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    keyPath.erasedCase().extract(from: self)
  }

  /// Replaces this by the case with another value.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value {
    @available(*, unavailable, message: "the value of a case is optional")
    get { preconditionFailure("unavailable") }
    set { self = AnyCasePath(keyPath).embed(newValue) }
  }

  /// The value of a case, or `nil` if this is in another case.
  ///
  /// It is what `value.name` means where the enumeration is `@dynamicMemberLookup`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Whether this is in a case.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    keyPath.erasedCase().contains(self)
  }

  /// Changes the value of a case in place; to be in another case is reported as an issue.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    do {
      try AnyCasePath(keyPath).modify(&self, yield)
    } catch {
      reportIssue(
        """
        Can't modify \(keyPath): the value is in another case, \(self). \
        Check 'is(_:)' first, or assign the case.
        """, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
