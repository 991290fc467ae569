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

/// The collected case paths of an enumeration, which can tell the case of a value.
public protocol CasePathReflectable<Root>: Sendable {
  /// The enumeration.
  associatedtype Root: CasePathable

  /// The case key path of the case that a value is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// Makes each case of an enumeration available as a key path.
///
/// With `@dynamicMemberLookup` beside it, `value.name` is the payload of the case `name`, or `nil`.
@attached(extension, conformances: CasePathable)
@attached(
  member,
  names: named(AllCasePaths), named(allCasePaths), named(CasePathsElement),
  named(CasePathsIterator), named(CasePathsRoot))
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")
