public import CaseKeyPaths
import ReducerRuntime

// Replaced by `@CasePathable` and case key paths: `\Action.Cases.response`.

/// A pair of functions that embed a value in a case and extract it again.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>

prefix operator /

// The constraints of these operators, and not only their ranking, determine the compiler's choice.
// If a parameter accepts any type, the compiler stops searching, and would take the function
// 'Action.response' for a root. No operator here therefore combines an unconstrained parameter with
// a result type of its own.

/// Returns the case path of a case with an associated value: `/Action.response`.
///
/// Values are extracted through the type's own case paths, or by reflection if it has none.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// Returns the case path of a case without an associated value: `/Action.refresh`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
public prefix func / <Root: Equatable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(caseOf: root)
}

/// Returns the case path of a case without an associated value: `/Action.refresh`.
@available(*, deprecated, message: "Use a case key path.")
@_disfavoredOverload
public prefix func / <Root: CasePathable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(caseOf: root)
}

/// Returns the case path of a case without a value, in a context that specifies its type.
@available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
@_disfavoredOverload
public prefix func / <Path: CasePathProtocol>(root: Path.Root) -> Path where Path.Value == Void {
  Path(caseOf: root)
}

/// Returns the case path from a type to itself: `/Action.self`.
@available(*, deprecated, message: "Use '\\.self'.")
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// Returns the case path itself: `/.some`.
@available(*, deprecated, message: "Use the case path itself.")
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
}

/// Returns a function that extracts the value of a case: `actions.compactMap(/Action.response)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use its properties.")
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> (_ root: Root) -> Value? {
  ReflectedCase<Root>.extraction(embed)
}

/// Returns a function that matches a case without a value: `actions.compactMap(/Action.refresh)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use 'is(_:)'.")
@_disfavoredOverload
public prefix func / <Root: Equatable>(root: Root) -> (_ root: Root) -> Void? {
  AnyCasePath(caseOf: root).extract(from:)
}

/// Returns a function that matches a case without a value: `actions.compactMap(/Action.refresh)`.
@available(*, deprecated, message: "Make the type '@CasePathable', and use 'is(_:)'.")
@_disfavoredOverload
// Optional, to prefer the overload above for a type that meets both constraints.
public prefix func / <Root: CasePathable>(root: Root?) -> (_ root: Root) -> Void? {
  { other in root.flatMap { AnyCasePath(caseOf: $0).extract(from: other) } }
}

/// Appends a case path to a second one: `/Action.child .. /Child.Action.tapped`.
@available(*, deprecated, message: "Use a case key path through both cases.")
public func .. <Root, Value, Leaf>(
  path: AnyCasePath<Root, Value>, leaf: AnyCasePath<Value, Leaf>
) -> AnyCasePath<Root, Leaf> {
  path.appending(path: leaf)
}

/// Appends the case path of a case to a case path: `/Action.child .. Child.Action.tapped`.
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

  /// Creates a case path from functions, in the same way as ``AnyCasePath``.
  init(
    generatedEmbed embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?,
    tag: CaseTag<Root>?)
}

extension AnyCasePath: CasePathProtocol {}

extension CasePathProtocol where Value == Void {
  init(caseOf root: Root) {
    let isSame = ReflectedCase<Root>.comparison(with: root)
    self.init(generatedEmbed: { root }, extract: { isSame($0) ? () : nil }, tag: nil)
  }
}
