import Locking

/// A recorded property of a structure.
package struct RecordedField<Root>: Sendable {
  /// Sets the property of a structure.
  package typealias Setter = @Sendable (inout Root) -> Void

  /// The name in the schema; behind that of the property that it is within, and an underscore.
  package let name: String
  // Unchecked: a key path never changes once it is made, but Swift does not call it `Sendable`.
  nonisolated(unsafe) package let path: PartialKeyPath<Root>
  /// Adds the type to a payload.
  package let describe: @Sendable (PayloadDescription) -> Void
  /// Writes a value of the property; returns whether it is one.
  package let encode: @Sendable (Any, inout RecordEncoder) -> Bool
  /// Writes the change between two values of the property, as a field of a payload.
  package let encodeChange: @Sendable (Any, Any, ProductChange, inout RecordEncoder) -> Void
  /// Reads a value of the property, and returns it with its setter, if it has one.
  package let decode:
    @Sendable (inout RecordDecoder) throws(RecordDecodingError) -> (
      value: Any, set: Setter?
    )
}

/// The recorded properties of a structure and of the structures in it, through which values can be written and set by index.
package struct RecordedFields<Root: Recordable>: Sendable {
  /// The properties in the order of the schema, each before those within it; none if the type is no structure.
  package let fields: [RecordedField<Root>]

  /// The properties of the type, found once and kept.
  package static var all: Self {
    let key = ObjectIdentifier(Root.self)
    if let known = knownFields.withLock({ $0[key] }) as? Self { return known }
    let builder = SchemaBuilder(collectsFields: true)
    _ = builder.reference(to: Root.self)
    let fields = Self(fields: builder.fields[key] as? [RecordedField<Root>] ?? [])
    knownFields.withLock { $0[key] = fields }
    return fields
  }
}

private let knownFields = Mutex<[ObjectIdentifier: any Sendable]>([:])

extension RecordedField {
  /// A property and, if it is a structure that can be set in part, all within it.
  static func all<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) -> [Self] {
    let own = Self(name, path)
    guard let writable = path as? WritableKeyPath<Root, Value> else { return [own] }
    if let optional = Value.self as? any RecordedOptional.Type {
      return [own] + optional.fields(within: name, at: writable)
    }
    return [own] + RecordedFields<Value>.all.fields.compactMap { Self(name, writable, $0) }
  }

  /// A property within another; where `isPresent` is false for a structure, nothing is set in it.
  fileprivate init?<Value: Recordable>(
    _ name: String, _ outer: WritableKeyPath<Root, Value>, _ inner: RecordedField<Value>,
    isPresent: @escaping @Sendable (Root) -> Bool = { _ in true }
  ) {
    guard let path = (outer as PartialKeyPath<Root>).appending(path: inner.path) else { return nil }
    // Unchecked: see `path`.
    nonisolated(unsafe) let outer = outer
    self.name = "\(name)_\(inner.name)"
    self.path = path
    describe = inner.describe
    encode = inner.encode
    encodeChange = inner.encodeChange
    decode = { decoder throws(RecordDecodingError) -> (value: Any, set: Setter?) in
      let (value, set) = try inner.decode(&decoder)
      guard let set else { return (value, nil) }
      return (value, { root in if isPresent(root) { set(&root[keyPath: outer]) } })
    }
  }

  /// A property whose values are written as they are.
  init<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    self.init(name, path, writing: { $0 }, reading: { $0 })
  }

  /// A property whose values are written as another type.
  init<Value, Written: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>,
    writing written: @escaping @Sendable (Value) -> Written,
    reading value: @escaping @Sendable (Written) -> Value
  ) {
    self.name = name
    self.path = path
    // Unchecked: see `path`.
    nonisolated(unsafe) let writable = path as? WritableKeyPath<Root, Value>
    describe = { $0.field(nil, Written.self) }
    encode = { value, encoder in
      guard let value = value as? Value else { return false }
      encoder.encode(written(value))
      return true
    }
    encodeChange = { old, new, product, encoder in
      guard let old = old as? Value, let new = new as? Value else { return }
      encoder.field(0, of: product, from: written(old), to: written(new))
    }
    decode = { decoder throws(RecordDecodingError) -> (value: Any, set: Setter?) in
      // Unchecked: the value was made here, and is only copied from here on.
      nonisolated(unsafe) let value = value(try decoder.decode(Written.self))
      guard let writable else { return (value, nil) }
      nonisolated(unsafe) let path = writable
      return (value, { root in root[keyPath: path] = value })
    }
  }
}

/// An optional, in which what it wraps can be set: `\.address!.city`.
private protocol RecordedOptional {
  static func fields<Root>(
    within name: String, at path: PartialKeyPath<Root>
  ) -> [RecordedField<Root>]
}

extension Optional: RecordedOptional where Wrapped: Recordable {
  fileprivate static func fields<Root>(
    within name: String, at path: PartialKeyPath<Root>
  ) -> [RecordedField<Root>] {
    guard let path = path as? WritableKeyPath<Root, Wrapped?> else { return [] }
    // Unchecked: a key path never changes once it is made.
    nonisolated(unsafe) let optional = path
    return RecordedFields<Wrapped>.all.fields.compactMap {
      // To set a part of nothing traps, which a replay that differs must not do.
      RecordedField(name, path.appending(path: \.self!), $0) { $0[keyPath: optional] != nil }
    }
  }
}
