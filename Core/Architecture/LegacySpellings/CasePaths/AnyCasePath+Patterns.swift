public import CaseKeyPaths
import ReducerRuntime

// Case paths that are not those of a case. Replaced by code that embeds and extracts values.

extension AnyCasePath {
  /// Creates the case path of a case from the function that embeds a value in it.
  @available(*, deprecated, renamed: "init(unsafe:)")
  @_disfavoredOverload
  public init(_ embed: @escaping (Value) -> Root) { self.init(unsafe: embed) }
}

// The constraints exclude functions, which embed the value of a case.

extension AnyCasePath where Root: Equatable, Value == Void {
  /// Creates the case path of a case without an associated value.
  @available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
  @_disfavoredOverload
  public init(_ root: Root) { self.init(caseOf: root) }
}

extension AnyCasePath where Root == Value {
  /// Creates the case path from a type to itself.
  @available(*, deprecated, renamed: "init()")
  @_disfavoredOverload
  public init(_ type: Root.Type) { self.init() }

  /// The case path from a type to itself, as in `/.self`.
  @available(*, deprecated, renamed: "init()")
  public static var `self`: Self { Self() }
}

extension AnyCasePath where Root == Void {
  /// Returns a case path that extracts the same value each time.
  public static func constant(_ value: Value) -> Self {
    Self(generatedEmbed: { _ in }, extract: { value }, tag: nil)
  }
}

extension AnyCasePath where Value == Never {
  /// The case path that extracts no value from any root.
  public static var never: Self {
    Self(generatedEmbed: unreachable, extract: { _ in nil }, tag: nil)
  }

  private static func unreachable(_ value: Never) -> Root {}
}

extension AnyCasePath where Value: RawRepresentable, Value.RawValue == Root {
  /// The case path that embeds a value as its raw value.
  public static var rawValue: Self {
    Self(generatedEmbed: { $0.rawValue }, extract: { Value(rawValue: $0) }, tag: nil)
  }
}

extension AnyCasePath where Value: LosslessStringConvertible, Root == String {
  /// The case path that embeds a value as its description.
  public static var description: Self {
    Self(generatedEmbed: { $0.description }, extract: { Value($0) }, tag: nil)
  }
}
