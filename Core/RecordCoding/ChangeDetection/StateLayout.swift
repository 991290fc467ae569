/// Where the recorded values of a state are in its memory, and which structures are around them.
struct StateLayout {
  private(set) var leaves: [Leaf] = []
  private var productCount = 0

  /// Structures within more structures than this are values that their type compares.
  static let mostLevels = 64

  /// A value whose change is found by its type.
  struct Leaf {
    let start: Int
    let end: Int
    /// The structures around it, from the outermost one in.
    let way: [Level]
    let plan: ValuePlan
    /// What of the value can change without a change of its memory, if there is such.
    let shared: SharedReference?
  }

  /// A structure whose fields are found one by one.
  struct Level {
    /// The number that no other structure has.
    let product: Int
    let fieldCount: Int
    /// The number of the field in which the value is.
    let field: Int
  }

  /// Finds out how the state of a type is laid out.
  init<State: Recordable>(of type: State.Type) {
    let schema = SchemaBuilder(collectsLayouts: true)
    _ = schema.reference(to: type)
    let whole = FieldLayout(
      name: "", offset: 0, size: MemoryLayout<State>.size, type: type, plan: .of(type))
    var search = SharedReferenceSearch(layouts: schema.layouts)
    add(whole, at: 0, within: [], path: "", &search)
  }

  /// Adds a value: the values in it if it is a structure whose memory is known, and else itself.
  private mutating func add(
    _ layout: FieldLayout, at start: Int, within way: [Level], path: String,
    _ search: inout SharedReferenceSearch
  ) {
    let path = SharedReferenceSearch.join(path, layout.name)
    let own = search.layouts[ObjectIdentifier(layout.type)]
    guard way.count < Self.mostLevels, let fields = Self.places(in: own) else {
      var shared = search.first(in: layout.type)
      if let inner = shared?.path { shared?.path = SharedReferenceSearch.join(path, inner) }
      leaves.append(
        Leaf(
          start: start, end: start + layout.size, way: way,
          plan: shared == nil ? layout.plan : layout.plan.encoding(), shared: shared))
      return
    }
    let product = productCount
    productCount += 1
    for (index, field) in fields.enumerated() {
      let level = Level(product: product, fieldCount: fields.count, field: index)
      add(field.layout, at: start + field.offset, within: way + [level], path: path, &search)
    }
  }

  /// The fields of a structure with their offsets, if all are known and in the order of memory.
  private static func places(
    in layouts: [FieldLayout]?
  ) -> [(offset: Int, layout: FieldLayout)]? {
    guard let layouts, !layouts.isEmpty else { return nil }
    let places = layouts.compactMap { layout in layout.offset.map { ($0, layout) } }
    let areInOrder = zip(places, places.dropFirst()).allSatisfy { $0.0 + $0.1.size <= $1.0 }
    return places.count == layouts.count && areInOrder ? places : nil
  }
}

/// Where a stored property is in its structure.
@usableFromInline
struct FieldLayout {
  /// The name of the property.
  let name: String
  /// The offset in bytes; `nil` if the property is computed or observed.
  let offset: Int?
  /// The bytes that the property takes.
  let size: Int
  /// The type of the property.
  let type: Any.Type
  /// How changes are found in values of the type.
  let plan: ValuePlan

  @usableFromInline
  init(name: String, offset: Int?, size: Int, type: Any.Type, plan: ValuePlan) {
    self.name = name
    self.offset = offset
    self.size = size
    self.type = type
    self.plan = plan
  }
}
