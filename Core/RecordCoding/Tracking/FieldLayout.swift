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
  let plan: ValuePlan

  @usableFromInline
  init(offset: Int?, size: Int, type: ObjectIdentifier, plan: ValuePlan) {
    self.offset = offset
    self.size = size
    self.type = type
    self.plan = plan
  }
}
