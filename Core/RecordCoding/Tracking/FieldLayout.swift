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
