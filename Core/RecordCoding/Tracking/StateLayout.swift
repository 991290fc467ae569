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
      offset: 0, size: MemoryLayout<State>.size, type: ObjectIdentifier(type),
      plan: .of(type))
    add(whole, at: 0, within: [], in: schema.layouts)
  }

  /// Adds a value: the values in it if it is a structure whose memory is known, and else itself.
  private mutating func add(
    _ layout: FieldLayout, at start: Int, within way: [Level],
    in layouts: [ObjectIdentifier: [FieldLayout]]
  ) {
    guard way.count < Self.mostLevels, let fields = Self.places(in: layouts[layout.type]) else {
      leaves.append(
        Leaf(start: start, end: start + layout.size, way: way, plan: layout.plan))
      return
    }
    let product = productCount
    productCount += 1
    for (index, field) in fields.enumerated() {
      let level = Level(product: product, fieldCount: fields.count, field: index)
      add(field.layout, at: start + field.offset, within: way + [level], in: layouts)
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
