/// Finds the changes of a structure field by field, passing over memory that is the same.
final class ProductPlan: ChangePlan {
  /// Where a field is in its structure, and how its changes are found.
  struct Field {
    let start: Int
    let end: Int
    let plan: ChangePlan
  }

  private let typeName: String
  private let fields: [Field]
  private let fieldStart: UnsafeMutablePointer<UnownedField>
  private let end: Int

  /// A field whose plan `fields` keeps alive, so that it need not be retained for each use.
  private struct UnownedField {
    let start: Int
    let end: Int
    let plan: Unmanaged<ChangePlan>
  }

  /// Takes the fields in the order of the schema, which must be that of the memory.
  init(typeName: String, fields: [Field]) {
    self.typeName = typeName
    self.fields = fields
    end = fields.last?.end ?? 0
    fieldStart = .allocate(capacity: fields.count)
    for (index, field) in fields.enumerated() {
      (fieldStart + index).initialize(
        to: UnownedField(
          start: field.start, end: field.end, plan: Unmanaged.passUnretained(field.plan)))
    }
  }

  deinit {
    fieldStart.deallocate()
  }

  override func advance(
    _ old: UnsafeMutableRawPointer, to new: UnsafeRawPointer, into encoder: inout RecordEncoder
  ) -> Bool {
    guard var place = firstDifference(old, new, in: 0..<end) else { return false }
    guard encoder.enter(named: typeName) else { return false }
    let product = encoder.openProduct(fieldCount: fields.count)
    var index = 0
    while true {
      while fieldStart[index].end <= place { index += 1 }
      // What lies between the fields is not recorded.
      let start = fieldStart[index].start
      if place >= start {
        let hasChanged = fieldStart[index].plan._withUnsafeGuaranteedRef {
          $0.advance(old + start, to: new + start, into: &encoder)
        }
        if hasChanged { encoder.mark(index, of: product) }
        place = fieldStart[index].end
      } else {
        place = start
      }
      guard let next = firstDifference(old, new, in: place..<end) else { break }
      place = next
    }
    encoder.leave()
    return encoder.close(product)
  }
}
