import Platform
import RecordCoding

/// The leaves of a state type: their byte ranges in memory and the structures that contain them.
struct StateLayout {
  private(set) var leaves: [Leaf] = []
  private var productCount = 0

  /// The nesting depth at which a structure becomes a leaf that its type compares as a whole.
  static let maximumDepth = 64

  /// A value that is compared by its type.
  struct Leaf {
    let start: Int
    let end: Int
    /// The structures that contain the leaf, outermost first.
    let ancestors: [Ancestor]
    private(set) var plan: ValuePlan
    /// The first part that can change without a change of the leaf's memory.
    let shared: SharedReference?

    /// Returns the leaf for a second state. If the leaf can change in place, it gets a new plan,
    /// because a plan keeps the last value.
    fileprivate func forAnotherState() -> Leaf {
      var leaf = self
      if let shared { leaf.plan = plan.encoding(shared.countsChanges) }
      return leaf
    }
  }

  /// A structure whose fields are compared individually.
  struct Ancestor {
    /// An index unique to the structure.
    let product: Int
    let fieldCount: Int
    let field: Int
  }

  /// The layouts of all types so far. Unchecked, because only plans of parts that can change in
  /// place have state, and each layout gets its own plans of this kind.
  private struct Known: @unchecked Sendable {
    var layouts: [ObjectIdentifier: StateLayout] = [:]
  }

  private static let known = Mutex(Known())

  /// Returns the layout of a type. Describing the type takes longer than a short replay.
  static func of<State: Recordable>(_ type: State.Type) -> StateLayout {
    let key = ObjectIdentifier(type)
    var layout: StateLayout
    if let known = known.withLock({ $0.layouts[key] }) {
      layout = known
      layout.leaves = layout.leaves.map { $0.forAnotherState() }
    } else {
      layout = StateLayout(describing: type)
      let new = layout
      known.withLock { $0.layouts[key] = new }
    }
    return layout
  }

  private init<State: Recordable>(describing type: State.Type) {
    let schema = SchemaBuilder(collectsLayouts: true)
    _ = schema.reference(to: type)
    let whole = FieldLayout(
      name: "", offset: 0, size: MemoryLayout<State>.size, type: type, plan: .of(type))
    var search = SharedReferenceSearch(layouts: schema.layouts)
    add(whole, at: 0, within: [], path: "", &search)
  }

  /// Adds the fields of a structure whose layout is known, or the value itself as a leaf.
  private mutating func add(
    _ layout: FieldLayout, at start: Int, within ancestors: [Ancestor], path: String,
    _ search: inout SharedReferenceSearch
  ) {
    let path = SharedReferenceSearch.join(path, layout.name)
    let own = search.layouts[ObjectIdentifier(layout.type)]
    guard ancestors.count < Self.maximumDepth, let fields = Self.fieldOffsets(in: own) else {
      var shared = search.first(in: layout.type)
      if let inner = shared?.path { shared?.path = SharedReferenceSearch.join(path, inner) }
      leaves.append(
        Leaf(
          start: start, end: start + layout.size, ancestors: ancestors,
          plan: shared.map { layout.plan.encoding($0.countsChanges) } ?? layout.plan,
          shared: shared))
      return
    }
    let product = productCount
    productCount += 1
    for (index, field) in fields.enumerated() {
      let ancestor = Ancestor(product: product, fieldCount: fields.count, field: index)
      add(
        field.layout, at: start + field.offset, within: ancestors + [ancestor], path: path, &search)
    }
  }

  private static func fieldOffsets(
    in layouts: [FieldLayout]?
  ) -> [(offset: Int, layout: FieldLayout)]? {
    guard let layouts, !layouts.isEmpty else { return nil }
    let fields = layouts.compactMap { layout in layout.offset.map { ($0, layout) } }
    let areInOrder = zip(fields, fields.dropFirst()).allSatisfy { $0.0 + $0.1.size <= $1.0 }
    return fields.count == layouts.count && areInOrder ? fields : nil
  }
}
