/// A type that embeds values in a case of an enumeration, and extracts them from it.
///
///     let loaded = AnyCasePath<Result<Int, any Error>, Int>(\.success)
///     let result = loaded.embed(42)
///     let value = loaded.extract(from: result)
public struct AnyCasePath<Root, Value>: Sendable {
  // `nonisolated(unsafe)`, because `init(embed:extract:)` requires `@Sendable` functions, and the
  // functions that `@CasePathable` generates capture only types.
  @usableFromInline nonisolated(unsafe) let embedding: (Value) -> Root
  @usableFromInline nonisolated(unsafe) let extraction: (Root) -> Value?

  /// The tag of the case, if known.
  @_documentation(visibility: internal)
  public let tag: CaseTag<Root>?

  /// Creates a case path from a pair of functions.
  ///
  /// `extract` must return the value passed to `embed`, and `nil` for any other case.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
    tag = nil
  }

  /// Creates a case path from functions that `@CasePathable` generates. Other code must not use it.
  ///
  /// In a generic type, these functions capture its type parameters. A type parameter isn't
  /// required to be `SendableMetatype`, which is safe because the functions use none of its
  /// conformances.
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

  /// Creates a case path for a case of any enumeration: `AnyCasePath(unsafe: Action.response)`.
  ///
  /// Extracts by reflection, unless the enumeration has case paths. `embed` must only embed the
  /// value.
  public init(unsafe embed: @escaping (Value) -> Root) {
    self.init(generatedEmbed: embed, extract: ReflectedCase<Root>.extraction(embed))
  }

  /// Embeds a value in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// Returns the value of the case, or `nil` if the root is in a different case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }
}

extension AnyCasePath {
  /// Modifies the value of the case in place. Throws if the root is in a different case.
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard var value = extract(from: root) else { throw ExtractionFailed() }
    let result = try body(&value)
    root = embed(value)
    return result
  }
}

struct ExtractionFailed: Error {}

extension AnyCasePath where Root == Value {
  /// Creates the case path from a type to itself.
  @inlinable
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath {
  /// Creates a case path from a key path.
  ///
  /// The key path is evaluated only here. Each use costs no more than calling a function.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>.root[keyPath: keyPath].path(from: Root.self)
  }

  /// Returns a case path that continues to a case of the value.
  public func appending<Leaf>(path: AnyCasePath<Value, Leaf>) -> AnyCasePath<Root, Leaf> {
    AnyCasePath<Root, Leaf>(
      generatedEmbed: { embed(path.embed($0)) },
      extract: { extract(from: $0).flatMap(path.extract(from:)) }, tag: tag)
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// A description of the root and value types.
  public var debugDescription: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

extension AnyCasePath where Root == Value? {
  /// The case path of an optional's wrapped value.
  public static var some: Self { Self(embed: { $0 }, extract: { $0 }) }
}

/// Returns whether a value is in the case of a path: `if case /Action.response = action { … }`.
public func ~= <Root, Value>(path: AnyCasePath<Root, Value>, root: Root) -> Bool {
  path.extract(from: root) != nil
}
