public import CaseKeyPaths

// Replaced by `@CasePathable` and case key paths: `\Action.Cases.response`.

/// A case path: a way to put a value into a case and to take it out again.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>

prefix operator /

// Which of the operators the compiler takes is decided by their constraints, not by rank alone: it
// looks no further than a parameter that any type fits, and would take the function 'Action.response'
// for a root. Hence no operator here takes any type and has a result of its own.

/// The case path of a case that takes a value: `/Action.response`.
///
/// A value is taken out through the type's own case paths if it has some, and else by reflection.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// The case path of a case without a value: `/Action.refresh`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
public prefix func / <Root: Equatable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(caseOf: root)
}

/// The case path of a case without a value: `/Action.refresh`.
@available(*, deprecated, message: "Use a case key path.")
@_disfavoredOverload
public prefix func / <Root: CasePathable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(caseOf: root)
}

/// The case path of a case without a value, where it is known what case path is wanted.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
@_disfavoredOverload
public prefix func / <Path: CasePathProtocol>(root: Path.Root) -> Path where Path.Value == Void {
  Path(caseOf: root)
}

/// The case path from a type to itself: `/Action.self`.
@available(*, deprecated, message: "Use '\\.self'.")
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// A case path itself: `/.some`.
@available(*, deprecated, message: "Use the case path itself.")
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
}

/// The function that takes the value out of a case: `actions.compactMap(/Action.response)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use its properties.")
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> (_ root: Root) -> Value? {
  ReflectedCase<Root>.extraction(embed)
}

/// The function that finds a case without a value: `actions.compactMap(/Action.refresh)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use 'is(_:)'.")
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> (_ root: Root) -> Void? {
  AnyCasePath(caseOf: root).extract(from:)
}

/// The function that finds a case without a value: `actions.compactMap(/Action.refresh)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use 'is(_:)'.")
@_disfavoredOverload
// Optional, so that it is not as good as the one above for a type that both are for.
public prefix func / <Root: CasePathable>(root: Root?) -> (_ root: Root) -> Void? {
  { other in root.flatMap { AnyCasePath(caseOf: $0).extract(from: other) } }
}

/// Appends a case of the value of a case: `/Action.child .. /Child.Action.tapped`.
@available(*, deprecated, message: "Use a case key path through both cases.")
public func .. <Root, Value, Leaf>(
  path: AnyCasePath<Root, Value>, leaf: AnyCasePath<Value, Leaf>
) -> AnyCasePath<Root, Leaf> {
  path.appending(path: leaf)
}

/// Appends a case of the value of a case: `/Action.child .. Child.Action.tapped`.
@available(*, deprecated, message: "Use a case key path through both cases.")
public func .. <Root, Value, Leaf>(
  path: AnyCasePath<Root, Value>, embed: @escaping (Leaf) -> Value
) -> AnyCasePath<Root, Leaf> {
  path.appending(path: /embed)
}

infix operator .. : CasePathCompositionPrecedence

precedencegroup CasePathCompositionPrecedence {
  associativity: left
  higherThan: BitwiseShiftPrecedence
}

/// A type of case paths, which lets an operator create the type that its context requires.
@_documentation(visibility: internal)
public protocol CasePathProtocol<Root, Value> {
  /// The type with the case.
  associatedtype Root

  /// The type of the case's value.
  associatedtype Value

  /// Creates a case path of functions, as ``AnyCasePath`` does.
  init(
    generatedEmbed embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?,
    tag: CaseTag<Root>?)
}

extension AnyCasePath: CasePathProtocol {}

extension CasePathProtocol where Value == Void {
  fileprivate init(caseOf root: Root) {
    let isSame = ReflectedCase<Root>.comparison(with: root)
    self.init(generatedEmbed: { root }, extract: { isSame($0) ? () : nil }, tag: nil)
  }
}
