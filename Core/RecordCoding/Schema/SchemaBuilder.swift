/// Collects the definitions of types while they describe themselves.
///
/// One builder describes one schema; each type is defined once, however often it is referred to,
/// so a type may contain itself.
@_documentation(visibility: internal)
public final class SchemaBuilder {
  private var definitions: [TypeDefinition] = []
  /// The declared history of each definition.
  package private(set) var histories: [TypeHistory] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// Where redacted values are: the name of the type, and of the field or case.
  package private(set) var redactions: [String] = []
  /// The types of the redacted values.
  package private(set) var redactedTypes: [TypeReference] = []
  /// The fields that are redacted, or made of redacted values.
  package private(set) var redactedFields: Set<FieldKey> = []
  private var isRedacted = false
  /// Whether a part of a type is a value that is shared by reference.
  package private(set) var hasSharedValues = false
  /// The types recorded in keyframes only, in the order of their description.
  package private(set) var supplements: [TypeReference] = []
  private var supplementTypes: Set<ObjectIdentifier> = []
  /// The identities of the rows of the lists described so far.
  package private(set) var rowIdentities = RowIdentities()
  /// The part of a type that is being described.
  @usableFromInline var part = ""
  @usableFromInline let collectsLayouts: Bool
  /// Where the stored properties of the structures are, if that was asked for.
  private(set) var layouts: [ObjectIdentifier: [FieldLayout]] = [:]

  fileprivate let collectsSources: Bool
  /// How source code can write values of the types, if that was asked for.
  package private(set) var sourceForms: [ObjectIdentifier: SourceForm] = [:]

  /// Whether the types are described with the parts that only keyframes hold.
  package let describesParts: Bool

  @usableFromInline let collectsFields: Bool
  /// The `RecordedFields` of the structures, if they were asked for.
  private(set) var fields: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a builder with no types.
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
          access: description.access, types: [description.types], of: type)
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
      return (.enumeration(description.cases), description.history)
    }
  }

  /// Describes the type of the rows of a list.
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

  /// Notes that the part that is being described is shared by reference.
  package func noteSharing() { hasSharedValues = true }

  /// Notes that the part that is being described is redacted, or has redacted values of a type.
  func noteRedaction(of type: TypeReference) {
    isRedacted = true
    if !redactions.contains(part) {
      redactions.append(part)
      redactedTypes.append(type)
    }
  }

  /// Describes a field, and notes whether its type is redacted or contains redacted values.
  @usableFromInline
  func field<Value: Recordable>(_ name: String?, _ type: Value.Type) -> RecordField {
    let isOuterRedacted = isRedacted
    isRedacted = false
    defer { isRedacted = isOuterRedacted }
    let field = RecordField(name, reference(to: type))
    if isRedacted { redactedFields.insert(FieldKey(part: part, name: name, type: field.type)) }
    return field
  }

  /// A field of a structure or of a payload.
  package struct FieldKey: Hashable {
    /// The name of the type, and of the structure's field or of the enumeration's case.
    let part: String
    let name: String?
    let type: TypeReference

    /// Names a field of a type.
    package init(part: String, name: String?, type: TypeReference) {
      self.part = part
      self.name = name
      self.type = type
    }
  }

  /// Describes a part of the type that is being described.
  @usableFromInline
  package func describe<Result>(part name: String, _ body: () -> Result) -> Result {
    let outerPart = part
    defer { part = outerPart }
    part = part.isEmpty ? name : "\(part).\(name)"
    return body()
  }

  private func define<Root>(
    _ type: Root.Type, contents: () -> (TypeDefinition.Kind, TypeHistory)
  ) -> TypeReference {
    if let index = indices[ObjectIdentifier(type)] { return .named(index) }
    let index = definitions.count
    indices[ObjectIdentifier(type)] = index
    // The index is reserved before the fields are described: a field may be of this very type.
    definitions.append(
      TypeDefinition(name: recordedName(of: type), kind: .structure([])))
    histories.append(TypeHistory())
    let outerPart = part
    let isOuterRedacted = isRedacted
    part = definitions[index].shortName
    (definitions[index].kind, histories[index]) = contents()
    part = outerPart
    // What is redacted within a type says nothing of the field that has it.
    isRedacted = isOuterRedacted
    return .named(index)
  }
}

/// Describes the stored properties of a structure, in order.
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

  /// Tells which properties other files can set, and an initializer that takes them all.
  public func source(settable: [String], initializer: [String]? = nil) {
    guard schema.collectsSources else { return }
    access = SourceForm.Access(settable: Set(settable), initializer: initializer)
  }

  // Inlined, so that the comparison is specialized for the type.
  /// Adds a stored property; the key path gives its type.
  ///
  /// Its type must be `Recordable`: add `@Recordable` to it, or, if it is `Codable`, write
  /// `extension MyType: CodableRecordable {}`.
  @inlinable
  public func field<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    add(name, Value.self, source: Value.self)
    if schema.collectsFields { collect(name, path) }
    if schema.collectsLayouts { locate(name, path) }
  }

  /// Adds a property that is computed from a stored one, whose changes are written as its own.
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

  /// Adds a part that `encodeInKeyframe` writes after the properties so far.
  public func keyframePart<Part: Recordable>(_ name: String, _ type: Part.Type) {
    guard schema.describesParts else { return }
    fields.append(RecordField(name, .optional(schema.reference(to: type))))
    types.append(nil)
  }

  /// Tells of a computed property that binding actions may set.
  ///
  /// What computes may show a secret, so none counts where a value is redacted.
  public func computed<Value: Recordable>(_ name: String, _ path: KeyPath<Root, Value>) {
    guard schema.collectsFields, schema.redactions.isEmpty else { return }
    recorded += RecordedField.all(name, path).filter { field in
      !recorded.contains { $0.name == field.name }
    }
  }

  /// Passes over a computed property whose values cannot be recorded.
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

  // What is presented may present its own type again, so what is within it is not collected.
  @usableFromInline
  func collect<Value: Recordable>(_ name: String, presented path: KeyPath<Root, Value>) {
    recorded.append(RecordedField(name, path))
  }

  @usableFromInline
  func collect<Value: Recordable, Bound: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, binding: KeyPath<Root, Bound>
  ) {
    recorded.append(RecordedField(name, binding))
    recorded.append(RecordedField("\(name)_wrappedValue", path))
    recorded += RecordedField.all(name, path).dropFirst()
  }

  @usableFromInline
  func collect<Value: Redactable>(_ name: String, redacted path: KeyPath<Root, Value>) {
    recorded.append(
      RecordedField(name, path, writing: { Redacted($0) }, reading: { $0.wrappedValue }))
  }
}

/// Describes the cases of an enumeration, in order.
@_documentation(visibility: internal)
public final class EnumerationDescription {
  private let schema: SchemaBuilder
  fileprivate var cases: [RecordCase] = []
  fileprivate var types: [[Any.Type?]] = []
  fileprivate var access: SourceForm.Access?
  var history = TypeHistory()

  fileprivate init(schema: SchemaBuilder) { self.schema = schema }

  /// Tells that the cases are described as the source declares them.
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

/// Describes the elements of a payload or a tuple, in order.
@_documentation(visibility: internal)
public final class PayloadDescription {
  private let schema: SchemaBuilder
  fileprivate var fields: [RecordField] = []
  fileprivate var types: [Any.Type?] = []

  fileprivate init(schema: SchemaBuilder) { self.schema = schema }

  /// Adds an element with its label, if it has one.
  ///
  /// Its type must be `Recordable`: add `@Recordable` to it, or, if it is `Codable`, write
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
