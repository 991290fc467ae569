/// Where a stored property is in its structure.
@usableFromInline
struct FieldLayout {
  /// The offset in bytes; `nil` if the property is computed or observed.
  let offset: Int?
  /// The bytes that the property takes.
  let size: Int
  /// The type of the property.
  let type: ObjectIdentifier
  /// How changes are found in values of the type.
  let advance: ValuePlan.Advance

  @usableFromInline
  init(
    offset: Int?, size: Int, type: ObjectIdentifier, advance: @escaping ValuePlan.Advance
  ) {
    self.offset = offset
    self.size = size
    self.type = type
    self.advance = advance
  }
}

extension SchemaBuilder {
  /// The plan by which the changes of values of a type are found; `advance` is what the type says.
  func plan(
    for type: ObjectIdentifier, named name: String, advance: @escaping ValuePlan.Advance
  ) -> ChangePlan {
    let fields = layouts[type]?.map { layout -> ProductPlan.Field? in
      layout.offset.map { offset in
        ProductPlan.Field(
          start: offset, end: offset + layout.size,
          plan: plan(for: layout.type, named: name, advance: layout.advance))
      }
    }
    let places = fields?.compactMap { $0 } ?? []
    let areInOrder = zip(places, places.dropFirst()).allSatisfy { $0.end <= $1.start }
    guard !places.isEmpty, places.count == fields?.count, areInOrder else {
      return ValuePlan(advance: advance)
    }
    return ProductPlan(typeName: name, fields: places)
  }
}
