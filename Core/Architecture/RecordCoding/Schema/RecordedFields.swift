import Platform

/// A property wrapper whose value only other code changes. No action can set the property.
package protocol ReadOnlyWrapper {}

package struct RecordedField<Root>: Sendable {
  package typealias Setter = @Sendable (inout Root) -> Void

  /// The name in the schema. Nested names are joined by underscores.
  package let name: String
  /// The properties in source order that the key path names.
  package let components: [KeyPathComponent]
  // Unchecked: a key path is immutable, but Swift does not declare it `Sendable`.
  nonisolated(unsafe) package let path: PartialKeyPath<Root>
  /// Whether the property can be set. If not, decoding returns no setter.
  package let isSettable: Bool
  /// Adds the type of the property to a payload.
  package let describe: @Sendable (PayloadDescription) -> Void
  /// Writes a value of the property. Returns whether the value has the right type.
  package let encode: @Sendable (Any, inout RecordEncoder) -> Bool
  /// Writes the change between two values of the property, as a field of a payload.
  package let encodeChange: @Sendable (Any, Any, ProductChange, inout RecordEncoder) -> Void
  /// Reads a value of the property, and returns it with its setter if the property can be set.
  package let decode:
    @Sendable (inout RecordDecoder) throws(RecordDecodingError) -> (
      value: Any, set: Setter?
    )
}

/// A property that a key path names, such as `address` of `\.address!.city`.
package struct KeyPathComponent: Hashable, Sendable {
  package let name: String
  /// Whether the key path unwraps the value of the property.
  package var isUnwrapped = false
}

/// The recorded properties of a structure and of its nested structures, for access by index.
package struct RecordedFields<Root: Recordable>: Sendable {
  /// The properties in schema order, each before its nested ones. Empty for other types.
  package let fields: [RecordedField<Root>]

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
  /// Returns a property and, if it is a structure that can be set in part, its nested properties.
  static func all<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) -> [Self] {
    let own = Self(name, path)
    guard let writable = path as? WritableKeyPath<Root, Value> else { return [own] }
    if let optional = Value.self as? any RecordedOptional.Type {
      return [own] + optional.fields(within: name, at: writable)
    }
    return [own] + RecordedFields<Value>.all.fields.compactMap { Self(name, writable, $0) }
  }

  /// Creates a nested property. Its setter does nothing if `isPresent` returns `false`.
  fileprivate init?<Value: Recordable>(
    _ name: String, _ outer: WritableKeyPath<Root, Value>, _ inner: RecordedField<Value>,
    isPresent: (@Sendable (Root) -> Bool)? = nil
  ) {
    guard let path = (outer as PartialKeyPath<Root>).appending(path: inner.path) else { return nil }
    // Unchecked: see `path`.
    nonisolated(unsafe) let outer = outer
    self.name = "\(name)_\(inner.name)"
    components = [KeyPathComponent(name: name, isUnwrapped: isPresent != nil)] + inner.components
    self.path = path
    isSettable = inner.isSettable
    describe = inner.describe
    encode = inner.encode
    encodeChange = inner.encodeChange
    decode = { decoder throws(RecordDecodingError) -> (value: Any, set: Setter?) in
      let (value, set) = try inner.decode(&decoder)
      guard let set else { return (value, nil) }
      return (value, { root in if isPresent?(root) ?? true { set(&root[keyPath: outer]) } })
    }
  }

  init<Value: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, property: String? = nil
  ) {
    self.init(name, path, property: property, writing: { $0 }, reading: { $0 })
  }

  init<Value, Written: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, property: String? = nil,
    writing written: @escaping @Sendable (Value) -> Written,
    reading value: @escaping @Sendable (Written) -> Value
  ) {
    self.name = name
    components = [KeyPathComponent(name: property ?? name)]
    self.path = path
    // Unchecked: see `path`.
    nonisolated(unsafe) let writable =
      Value.self is any ReadOnlyWrapper.Type ? nil : path as? WritableKeyPath<Root, Value>
    isSettable = writable != nil
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
      // Unchecked: the value was created here, and from here on it is only copied.
      nonisolated(unsafe) let value = value(try decoder.decode(Written.self))
      guard let writable else { return (value, nil) }
      nonisolated(unsafe) let path = writable
      return (value, { root in root[keyPath: path] = value })
    }
  }
}

/// An optional whose wrapped value can be set in part: `\.address!.city`.
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
    // Unchecked: a key path is immutable.
    nonisolated(unsafe) let optional = path
    return RecordedFields<Wrapped>.all.fields.compactMap {
      // Setting a part of `nil` traps, which must not happen in a replay that diverges.
      RecordedField(name, path.appending(path: \.self!), $0) { $0[keyPath: optional] != nil }
    }
  }
}
