public import CaseKeyPaths
import Issues
public import RecordCoding
public import ReducerRuntime
public import ValueDump

// Replaced by `@ObservableState`, whose fields can all be bound.

/// A field of a state that binding actions can set: `@BindingState var name = ""`.
///
///     struct State: Equatable {
///       @BindingState var name = ""
///       var isEdited = false
///     }
///
/// Fields of an `@ObservableState` type don't need this wrapper.
@propertyWrapper
@dynamicMemberLookup
public struct BindingState<Value> {
  /// The value of the field.
  public var wrappedValue: Value

  /// The declaration of the field; `nil` if it was read from a log.
  let location: CodeLocation?

  /// Creates a field with a value.
  public init(
    wrappedValue: Value, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      wrappedValue,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  init(_ value: Value, at location: CodeLocation?) {
    wrappedValue = value
    self.location = location
  }

  /// The field itself, in the form that binding actions use: `\.$name`.
  public var projectedValue: Self {
    get { self }
    // Keeps the location.
    set { wrappedValue = newValue.wrappedValue }
  }

  /// Accesses a part of the field, in the form that binding actions use: `\.$address.city`.
  public subscript<Part>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> BindingState<Part> {
    get { BindingState<Part>(wrappedValue[keyPath: keyPath], at: location) }
    set { wrappedValue[keyPath: keyPath] = newValue.wrappedValue }
  }
}

extension BindingState: Equatable where Value: Equatable {
  /// Returns whether both fields have equal values.
  public static func == (one: Self, other: Self) -> Bool { one.wrappedValue == other.wrappedValue }
}

extension BindingState: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension BindingState: Sendable where Value: Sendable {}

@_documentation(visibility: internal)
extension BindingState: Decodable where Value: Decodable {
  /// Creates a field by decoding its value without a container.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder), at: nil)
  }
}

@_documentation(visibility: internal)
extension BindingState: Encodable where Value: Encodable {
  /// Encodes the value without a container.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

@_documentation(visibility: internal)
extension BindingState: CustomDumpRepresentable {
  /// The value, which represents the field in dumps.
  public var customDumpValue: Any { wrappedValue }
}

@_documentation(visibility: internal)
extension BindingState: Recordable where Value: Recordable {
  /// Describes the type of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Value.describe(in: schema)
  }

  /// Writes the value of the field.
  public func record(into encoder: inout RecordEncoder) {
    wrappedValue.record(into: &encoder)
  }

  /// Creates a field by reading its value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try Value(recorded: &decoder), at: nil)
  }

  /// Writes the change of the value.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension BindingAction {
  /// Creates an action that sets a field to a value: `.set(\.$name, "Blob")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    .set(keyPath, BindingState(value, at: nil))
  }
}

extension BindingAction.AllCasePaths {
  /// Returns the case path of the action that sets a field: `\.binding.$name`.
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
  /// Creates an action that sets a field of the state to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
