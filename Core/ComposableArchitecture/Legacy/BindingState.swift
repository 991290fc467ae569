public import CaseKeyPaths
public import RecordCoding
public import ValueDump

// Replaced by `@ObservableState`, each field of which can be bound.

/// A field of a state that binding actions may set: `@BindingState var name = ""`.
///
///     struct State: Equatable {
///       @BindingState var name = ""
///       var isEdited = false
///     }
///
/// A field of `@ObservableState` needs no such mark.
@propertyWrapper
@dynamicMemberLookup
public struct BindingState<Value> {
  /// The value of the field.
  public var wrappedValue: Value

  /// Creates a field of a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The field itself, which binding actions name: `\.$name`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the field, which binding actions name: `\.$address.city`.
  public subscript<Part>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> BindingState<Part> {
    get { BindingState<Part>(wrappedValue: wrappedValue[keyPath: keyPath]) }
    set { wrappedValue[keyPath: keyPath] = newValue.wrappedValue }
  }
}

extension BindingState: Equatable where Value: Equatable {}
extension BindingState: Hashable where Value: Hashable {}
extension BindingState: Sendable where Value: Sendable {}

@_documentation(visibility: internal)
extension BindingState: Decodable where Value: Decodable {
  /// Decodes the value as if it stood alone.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }
}

@_documentation(visibility: internal)
extension BindingState: Encodable where Value: Encodable {
  /// Encodes the value as if it stood alone.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

@_documentation(visibility: internal)
extension BindingState: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

@_documentation(visibility: internal)
extension BindingState: Recordable where Value: Recordable {
  /// Describes the type as that of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Value.describe(in: schema)
  }

  /// Writes the value.
  public func record(into encoder: inout RecordEncoder) {
    wrappedValue.record(into: &encoder)
  }

  /// Reads the value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(wrappedValue: try Value(recorded: &decoder))
  }

  /// Writes the change of the value.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension BindingAction {
  /// The action that sets a field to a value: `.set(\.$name, "Blob")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    .set(keyPath, BindingState(wrappedValue: value))
  }
}

extension BindingAction.AllCasePaths {
  /// The action that sets a field: `\.binding.$name`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Root, BindingState<Value>>
  ) -> AnyCasePath<BindingAction<Root>, Value> {
    let field = SharedKeyPath(keyPath)
    return AnyCasePath(
      embed: { .set(field.keyPath, $0) },
      extract: { (action: BindingAction<Root>) in action.value(at: field.keyPath)?.wrappedValue })
  }
}

extension BindableAction {
  /// The action that sets a field of the state to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
