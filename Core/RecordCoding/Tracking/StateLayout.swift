/// Where the recorded values of a state are in its memory, and which structures are around them.
struct StateLayout {
  private(set) var leaves: [Leaf] = []
  private(set) var products: [Product] = []

  /// A value whose change is found by its type.
  struct Leaf {
    let start: Int
    let end: Int
    let product: Int
    let field: Int
    let plan: ValuePlan
  }

  /// A structure whose fields are found one by one.
  struct Product {
    let typeName: String
    let fieldCount: Int
    /// The place of the structure that this one is a field of, or -1, and the number of the field.
    let parent: Int
    let field: Int
    /// How many structures there are around it.
    let depth: Int
  }

  /// Finds out how the state of a type is laid out.
  init<State: Recordable>(of type: State.Type) {
    let schema = SchemaBuilder(collectsLayouts: true)
    _ = schema.reference(to: type)
    let whole = FieldLayout(
      offset: 0, size: MemoryLayout<State>.size, type: ObjectIdentifier(type),
      plan: .of(type))
    add(whole, at: 0, named: recordedName(of: type), field: 0, of: -1, in: schema.layouts)
  }

  /// Adds a value: the values in it if it is a structure whose memory is known, and else itself.
  private mutating func add(
    _ layout: FieldLayout, at start: Int, named name: String, field: Int, of product: Int,
    in layouts: [ObjectIdentifier: [FieldLayout]]
  ) {
    guard let fields = Self.places(in: layouts[layout.type]) else {
      leaves.append(
        Leaf(
          start: start, end: start + layout.size, product: product, field: field,
          plan: layout.plan))
      return
    }
    let place = products.count
    products.append(
      Product(
        typeName: name, fieldCount: fields.count, parent: product, field: field,
        depth: product < 0 ? 0 : products[product].depth + 1))
    for (index, field) in fields.enumerated() {
      add(
        field.layout, at: start + field.offset, named: name, field: index, of: place, in: layouts)
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
