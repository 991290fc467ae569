/// A way to put a value into a case of an enumeration and to take it out again.
///
///     let loaded = AnyCasePath<Result<Int, any Error>, Int>(\.success)
///     let result = loaded.embed(42)
///     let value = loaded.extract(from: result)
public struct AnyCasePath<Root, Value>: Sendable {
  // Safe to share: what `init(embed:extract:)` takes is `@Sendable`, and the functions that
  // `@CasePathable` writes capture nothing but types.
  @usableFromInline nonisolated(unsafe) let embedding: (Value) -> Root
  @usableFromInline nonisolated(unsafe) let extraction: (Root) -> Value?

  /// Which case of the root this is, if that is known.
  @_documentation(visibility: internal)
  public let tag: CaseTag<Root>?

  /// Creates a case path of a pair of functions.
  ///
  /// `extract` must return the value that `embed` was given, and `nil` for every other root.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
    tag = nil
  }

  /// Creates a case path of functions that `@CasePathable` wrote; elsewhere, use the other one.
  ///
  /// In a generic type these functions capture its type parameters, which need not be
  /// `SendableMetatype`, but they use none of their conformances.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    generatedEmbed embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?,
    tag: CaseTag<Root>? = nil
  ) {
    embedding = embed
    extraction = extract
    self.tag = tag
  }

  /// Creates the case path of a case of any enumeration: `AnyCasePath(unsafe: Action.response)`.
  ///
  /// Values are extracted by reflection, unless the enumeration has case paths. `embed` must do
  /// nothing but put a value into a case.
  public init(unsafe embed: @escaping (Value) -> Root) {
    self.init(generatedEmbed: embed, extract: ReflectedCase<Root>.extraction(embed))
  }

  /// Puts a value into the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// Takes the value out of the case, or returns `nil` if the root is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }
}

extension AnyCasePath {
  /// Changes the value of the case in place; throws if the root is in another case.
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard var value = extract(from: root) else { throw ExtractionFailed() }
    let result = try body(&value)
    root = embed(value)
    return result
  }
}

/// The root is in another case than that which was to be changed.
struct ExtractionFailed: Error {}

extension AnyCasePath where Root == Value {
  /// Creates the case path from a type to itself.
  @inlinable
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath {
  /// Creates the case path that a key path stands for.
  ///
  /// The key path is followed here, once; the case path is then as fast as its two functions.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>.root[keyPath: keyPath].path(from: Root.self)
  }

  /// Goes on from the value of this case to a case of it.
  public func appending<Leaf>(path: AnyCasePath<Value, Leaf>) -> AnyCasePath<Root, Leaf> {
    AnyCasePath<Root, Leaf>(
      generatedEmbed: { embed(path.embed($0)) },
      extract: { extract(from: $0).flatMap(path.extract(from:)) }, tag: tag)
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The types of the root and of the value.
  public var debugDescription: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

extension AnyCasePath where Root == Value? {
  /// The case path of an optional's value.
  public static var some: Self { Self(embed: { $0 }, extract: { $0 }) }
}

/// Matches a value that is in the case of a case path: `if case /Action.response = action { … }`.
public func ~= <Root, Value>(path: AnyCasePath<Root, Value>, root: Root) -> Bool {
  path.extract(from: root) != nil
}
