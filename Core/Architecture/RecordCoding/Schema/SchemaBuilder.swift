/// A builder that collects the definitions of types while they describe themselves.
///
/// A builder describes one schema. Each type is defined once, so a type may contain itself.
@_documentation(visibility: internal)
public final class SchemaBuilder {
  private var definitions: [TypeDefinition] = []
  package private(set) var histories: [TypeHistory] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  package private(set) var redactions: [String] = []
  package private(set) var redactedTypes: [TypeReference] = []
  package private(set) var redactedFields: Set<FieldKey> = []
  private var isRedacted = false
  /// Whether part of a type is a value that is shared by reference.
  package private(set) var hasSharedValues = false
  /// The fields that refer to shared values, in the order of their description.
  package private(set) var sharedFields: [SharedField] = []
  /// The index of the type that is being described, and the name of its field or case.
  private var current: (owner: Int, name: String)?
  /// The types that only keyframes store, in the order of their description.
  package private(set) var supplements: [TypeReference] = []
  private var supplementTypes: Set<ObjectIdentifier> = []
  package private(set) var rowIdentities = RowIdentities()
  /// The names of the cases that the types always refuse to decode.
  package private(set) var rejectedCases: [TypeReference: Set<String>] = [:]
  @usableFromInline var part = ""
  @usableFromInline let collectsLayouts: Bool
  /// The stored properties of structures, if `collectsLayouts` is set.
  package private(set) var layouts: [ObjectIdentifier: [FieldLayout]] = [:]

  fileprivate let collectsSources: Bool
  /// The source forms of types, if `collectsSources` is set.
  package private(set) var sourceForms: [ObjectIdentifier: SourceForm] = [:]

  /// Whether descriptions include the parts that only keyframes store.
  package let describesParts: Bool

  @usableFromInline let collectsFields: Bool
  /// The `RecordedField` values of structures, if `collectsFields` is set.
  private(set) var fields: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty builder.
  public convenience init() {
    self.init(collectsLayouts: false)
  }

  package init(
    collectsLayouts: Bool = false, collectsFields: Bool = false, collectsSources: Bool = false,
    describesParts: Bool = false
  ) {
    self.describesParts = describesParts
    self.collectsLayouts = collectsLayouts
    self.collectsFields = collectsFields
    self.collectsSources = collectsSources
  }

  /// The types described so far.
  public var schema: Schema { Schema(types: definitions) }

  /// Describes a type and its parts, and returns a reference to it.
  public func reference<Value: Recordable>(to type: Value.Type) -> TypeReference {
    type.describe(in: self)
  }

  /// Defines a structure by its stored properties.
  public func structure<Root>(
    _ type: Root.Type, _ describe: (StructureDescription<Root>) -> Void
  ) -> TypeReference {
    define(type) {
      let description = StructureDescription<Root>(schema: self)
      describe(description)
      if collectsLayouts { layouts[ObjectIdentifier(type)] = description.layouts }
      if collectsFields { fields[ObjectIdentifier(type)] = description.recorded }
      if collectsSources {
        sourceForms[ObjectIdentifier(type)] = SourceForm(
          access: description.access, names: description.fields.compactMap(\.name),
          types: [description.types], initialValues: description.history.initialValues, of: type)
      }
      return (.structure(description.fields), description.history)
    }
  }

  /// Defines an enumeration by its cases.
  public func enumeration<Root>(
    _ type: Root.Type, _ describe: (EnumerationDescription) -> Void
  ) -> TypeReference {
    define(type) {
      let description = EnumerationDescription(schema: self)
      describe(description)
      if collectsSources {
        sourceForms[ObjectIdentifier(type)] = SourceForm(
          access: description.access, types: description.types, of: type)
      }
      if !description.rejected.isEmpty, let current {
        rejectedCases[.named(current.owner)] = description.rejected
      }
      return (.enumeration(description.cases), description.history)
    }
  }

  func reference<Row: Identifiable & Recordable>(toRow type: Row.Type) -> TypeReference {
    let reference = reference(to: Row.self)
    rowIdentities.add(Row.self, as: reference)
    return reference
  }

  /// Describes a type that `encodeInKeyframe` writes.
  public func supplement<Value: Recordable>(_ type: Value.Type) {
    guard supplementTypes.insert(ObjectIdentifier(type)).inserted else { return }
    supplements.append(reference(to: type))
  }

  /// Notes that the field that is being described refers to a shared value of a type.
  package func noteSharing(of type: TypeReference) {
    hasSharedValues = true
    guard let current else { return }
    let field = SharedField(owner: current.owner, name: current.name, type: type)
    if !sharedFields.contains(field) { sharedFields.append(field) }
  }

  func noteRedaction(of type: TypeReference) {
    isRedacted = true
    if !redactions.contains(part) {
      redactions.append(part)
      redactedTypes.append(type)
    }
  }

  @usableFromInline
  func field<Value: Recordable>(_ name: String?, _ type: Value.Type) -> RecordField {
    let isOuterRedacted = isRedacted
    isRedacted = false
    defer { isRedacted = isOuterRedacted }
    let field = RecordField(name, reference(to: type))
    if isRedacted { redactedFields.insert(FieldKey(part: part, name: name, type: field.type)) }
    return field
  }

  package struct FieldKey: Hashable {
    /// The names of the type and of the structure's field or the enumeration's case.
    let part: String
    let name: String?
    let type: TypeReference

    package init(part: String, name: String?, type: TypeReference) {
      self.part = part
      self.name = name
      self.type = type
    }
  }

  @usableFromInline
  package func describe<Result>(part name: String, _ body: () -> Result) -> Result {
    let (outerPart, outer) = (part, current)
    defer { (part, current) = (outerPart, outer) }
    part = part.isEmpty ? name : "\(part).\(name)"
    current?.name = name
    return body()
  }

  private func define<Root>(
    _ type: Root.Type, contents: () -> (TypeDefinition.Kind, TypeHistory)
  ) -> TypeReference {
    if let index = indices[ObjectIdentifier(type)] { return .named(index) }
    let index = definitions.count
    indices[ObjectIdentifier(type)] = index
    // The index is reserved before the fields are described, because a field may have this very
    // type.
    definitions.append(
      TypeDefinition(name: recordedName(of: type), kind: .structure([])))
    histories.append(TypeHistory())
    let (outerPart, outer) = (part, current)
    let isOuterRedacted = isRedacted
    part = definitions[index].shortName
    current = (index, "")
    (definitions[index].kind, histories[index]) = contents()
    (part, current) = (outerPart, outer)
    // A redacted value within a type does not make the field of that type redacted.
    isRedacted = isOuterRedacted
    return .named(index)
  }
}

/// A description of a structure's stored properties, in order.
@_documentation(visibility: internal)
public final class StructureDescription<Root> {
  @usableFromInline let schema: SchemaBuilder
  @usableFromInline var fields: [RecordField] = []
  @usableFromInline var types: [Any.Type?] = []
  @usableFromInline var layouts: [FieldLayout] = []
  fileprivate var recorded: [RecordedField<Root>] = []
  fileprivate var access: SourceForm.Access?
  var history = TypeHistory()

  fileprivate init(schema: SchemaBuilder) { self.schema = schema }

  /// Declares which properties other files can set, and the labels of an initializer that stores
  /// its arguments in the properties with their names. A shared value is set by its projection,
  /// `$name`.
  public func source(settable: [String], initializer: [String]? = nil) {
    guard schema.collectsSources else { return }
    access = SourceForm.Access(settable: Set(settable), initializer: initializer)
  }

  // Inlinable, to specialize the comparison for the type.
  /// Adds a stored property of the key path's type.
  ///
  /// The type must be `Recordable`: add `@Recordable` to it, or, if it is `Codable`, write
  /// `extension MyType: CodableRecordable {}`.
  @inlinable
  public func field<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    add(name, Value.self, source: Value.self)
    if schema.collectsFields { collect(name, path) }
    if schema.collectsLayouts { locate(name, path) }
  }

  /// Adds a property computed from a stored one. Changes of the stored property are written as its
  /// own.
  @inlinable
  public func field<Value: Recordable, Stored: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, storage: KeyPath<Root, Stored>
  ) {
    add(name, Value.self, source: Value.self)
    if schema.collectsFields { collect(name, presented: path) }
    if schema.collectsLayouts { locate(name, storage) }
  }

  /// Adds a property that is recorded as tokens.
  @inlinable
  public func field<Value: Redactable>(
    _ name: String, _ path: KeyPath<Root, Value>, redacted storage: KeyPath<Root, Redacted<Value>>
  ) {
    add(name, Redacted<Value>.self, source: nil)
    if schema.collectsFields { collect(name, redacted: path) }
    if schema.collectsLayouts { locate(name, storage) }
  }

  /// Adds a stored property that binding actions name by its projection.
  @inlinable
  public func field<Value: Recordable, Bound: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, binding: KeyPath<Root, Bound>
  ) {
    add(name, Value.self, source: Value.self)
    if schema.collectsFields { collect(name, path, binding: binding) }
    if schema.collectsLayouts { locate(name, path) }
  }

  @inlinable
  func add<Value: Recordable>(_ name: String, _ type: Value.Type, source: Any.Type?) {
    schema.describe(part: name) {
      fields.append(schema.field(name, type))
      types.append(source)
    }
  }

  /// Adds a part that `encodeInKeyframe` writes after the preceding properties.
  public func keyframePart<Part: Recordable>(_ name: String, _ type: Part.Type) {
    guard schema.describesParts else { return }
    fields.append(RecordField(name, .optional(schema.reference(to: type))))
    types.append(nil)
  }

  /// Adds a computed property that binding actions can set.
  ///
  /// Ignored if any value is redacted, because the property may reveal a secret.
  public func computed<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    guard schema.collectsFields, schema.redactions.isEmpty else { return }
    recorded += RecordedField.all(name, path).filter { field in
      !recorded.contains { $0.name == field.name }
    }
  }

  /// Ignores a computed property whose values cannot be recorded.
  @_disfavoredOverload
  public func computed<Value>(_ name: String, _ path: KeyPath<Root, Value>) {}

  @inlinable
  func locate<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    layouts.append(
      FieldLayout(
        name: name, offset: MemoryLayout<Root>.offset(of: path), size: MemoryLayout<Value>.size,
        type: Value.self, plan: .of(Value.self)))
  }

  @usableFromInline
  func collect<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    recorded += RecordedField.all(name, path)
  }

  // A presented value may present its own type again, so its properties are not collected.
  @usableFromInline
  func collect<Value: Recordable>(_ name: String, presented path: KeyPath<Root, Value>) {
    recorded.append(RecordedField(name, path))
  }

  @usableFromInline
  func collect<Value: Recordable, Bound: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, binding: KeyPath<Root, Bound>
  ) {
    recorded.append(RecordedField(name, binding, property: "$\(name)"))
    recorded.append(RecordedField("\(name)_wrappedValue", path, property: name))
    recorded += RecordedField.all(name, path).dropFirst()
  }

  @usableFromInline
  func collect<Value: Redactable>(_ name: String, redacted path: KeyPath<Root, Value>) {
    recorded.append(
      RecordedField(name, path, writing: { Redacted($0) }, reading: { $0.wrappedValue }))
  }
}

/// A description of an enumeration's cases, in order.
@_documentation(visibility: internal)
public final class EnumerationDescription {
  private let schema: SchemaBuilder
  fileprivate var cases: [RecordCase] = []
  fileprivate var types: [[Any.Type?]] = []
  fileprivate var access: SourceForm.Access?
  fileprivate var rejected: Set<String> = []
  var history = TypeHistory()

  fileprivate init(schema: SchemaBuilder) { self.schema = schema }

  /// Declares that the type refuses to decode a case, which is described for older logs only.
  package func reject(_ name: String) { rejected.insert(name) }

  /// Declares that the cases are described as in the source.
  public func source() {
    access = SourceForm.Access(settable: [], initializer: nil)
  }

  /// Adds a case and its associated values.
  public func `case`(_ name: String, _ describe: (PayloadDescription) -> Void = { _ in }) {
    let payload = PayloadDescription(schema: schema)
    schema.describe(part: name) { describe(payload) }
    cases.append(RecordCase(name, payload.fields))
    types.append(payload.types)
  }
}

/// A description of the elements of a payload or a tuple, in order.
@_documentation(visibility: internal)
public final class PayloadDescription {
  private let schema: SchemaBuilder
  fileprivate var fields: [RecordField] = []
  fileprivate var types: [Any.Type?] = []

  fileprivate init(schema: SchemaBuilder) { self.schema = schema }

  /// Adds an element with an optional label.
  ///
  /// The type must be `Recordable`: add `@Recordable` to it, or, if it is `Codable`, write
  /// `extension MyType: CodableRecordable {}`.
  public func field<Value: Recordable>(_ name: String?, _ type: Value.Type) {
    fields.append(schema.field(name, type))
    types.append(type)
  }

  /// Adds an element that is a tuple.
  public func tuple(_ name: String?, _ describe: (PayloadDescription) -> Void) {
    let elements = PayloadDescription(schema: schema)
    describe(elements)
    fields.append(RecordField(name, .tuple(elements.fields)))
    types.append(nil)
  }
}
