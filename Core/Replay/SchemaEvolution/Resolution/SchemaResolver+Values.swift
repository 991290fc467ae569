import RecordCoding
import RecordedValues

extension SchemaResolver {
  func resolve(
    _ value: RecordedValue, by plan: ResolutionPlan, filling: RecordedValue? = nil
  ) throws(ResolutionError) -> RecordedValue {
    switch (plan, value) {
    case (.same, _):
      return value
    case (.named(let index), _):
      return try resolve(value, by: table[index], filling: filling)
    case (.number(let type, let difference), _):
      return try number(value, as: type, difference)
    case (.wrapped(let plan), _):
      return .some(try resolve(value, by: plan, filling: filling?.wrapped))
    case (.optional, .none):
      return .none
    case (.optional(let plan), .some(let value)):
      return .some(try resolve(value, by: plan, filling: filling?.wrapped))
    case (.unwrapped(let plan, _), .some(let value)):
      return try resolve(value, by: plan, filling: filling)
    case (.unwrapped(_, let difference), .none):
      throw .doesNotFit(value: "nil", difference)
    case (.sequence(let plan), .sequence(let values)):
      return .sequence(try elements(values, by: plan, filling: filling))
    case (.pairs(let key, let value), .dictionary(let pairs)):
      return .dictionary(try self.pairs(pairs, key: key, value: value, filling: filling))
    case (.product(let plans), .product(let values)):
      return .product(try fields(values, by: plans, filling: filling?.fields))
    case (.enumeration(let plans), .enumeration(let index, let payload)):
      return try enumeration(index, payload, by: plans, filling: filling)
    case (.converted(let conversion), _):
      return try conversion.resolve(value)
    case (.impossible(let difference), _):
      throw .impossible(difference)
    default:
      preconditionFailure("a value that its schema did not read is resolved by it: \(value)")
    }
  }

  private func elements(
    _ values: [RecordedValue], by plan: ResolutionPlan, filling: RecordedValue?
  ) throws(ResolutionError) -> [RecordedValue] {
    let fillings = filling?.elements ?? []
    var result: [RecordedValue] = []
    result.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      // Elements are matched by index, which is correct only if none was added or removed.
      let filling = fillings.count == values.count ? fillings[index] : nil
      result.append(try resolve(value, by: plan, filling: filling))
    }
    return result
  }

  private func pairs(
    _ pairs: [RecordedPair], key: ResolutionPlan, value: ResolutionPlan, filling: RecordedValue?
  ) throws(ResolutionError) -> [RecordedPair] {
    var fillings: [RecordedValue: RecordedValue] = [:]
    if case .dictionary(let pairs)? = filling {
      for pair in pairs { fillings[pair.key] = pair.value }
    }
    var result: [RecordedPair] = []
    for pair in pairs {
      let newKey = try resolve(pair.key, by: key)
      result.append(
        RecordedPair(
          key: newKey, value: try resolve(pair.value, by: value, filling: fillings[newKey])))
    }
    return result
  }

  private func fields(
    _ values: [RecordedValue], by plans: [ResolutionPlan.FieldPlan], filling: [RecordedValue]?
  ) throws(ResolutionError) -> [RecordedValue] {
    let filling = filling?.count == plans.count ? filling : nil
    var result: [RecordedValue] = []
    result.reserveCapacity(plans.count)
    for (index, plan) in plans.enumerated() {
      switch plan {
      case .from(let oldIndex, let plan):
        result.append(try resolve(values[oldIndex], by: plan, filling: filling?[index]))
      case .initial(let value): result.append(filling?[index] ?? value)
      case .impossible(let difference): throw .impossible(difference)
      }
    }
    return result
  }

  private func enumeration(
    _ index: Int, _ payload: [RecordedValue], by plans: [ResolutionPlan.CasePlan],
    filling: RecordedValue?
  ) throws(ResolutionError) -> RecordedValue {
    switch plans[index] {
    case .to(let newIndex, let plans):
      var payloadFilling: [RecordedValue]?
      if case .enumeration(newIndex, let values)? = filling { payloadFilling = values }
      return .enumeration(
        case: newIndex, payload: try fields(payload, by: plans, filling: payloadFilling))
    case .impossible(let difference):
      throw .impossible(difference)
    }
  }

  private func number(
    _ value: RecordedValue, as type: TypeReference, _ difference: SchemaDifference
  ) throws(ResolutionError) -> RecordedValue {
    switch (value, type) {
    case (.float(let bits), .double):
      return .double(bits: Double(Float(bitPattern: bits)).bitPattern)
    case (.signed(let number), .signed(let bits)) where number.fits(bits: bits):
      return .signed(number)
    case (.signed(let number), .unsigned(let bits)):
      if let unsigned = UInt64(exactly: number), unsigned.fits(bits: bits) {
        return .unsigned(unsigned)
      }
      throw .doesNotFit(value: "\(number)", difference)
    case (.unsigned(let number), .unsigned(let bits)) where number.fits(bits: bits):
      return .unsigned(number)
    case (.unsigned(let number), .signed(let bits)):
      if let signed = Int64(exactly: number), signed.fits(bits: bits) { return .signed(signed) }
      throw .doesNotFit(value: "\(number)", difference)
    case (.signed(let number), _): throw .doesNotFit(value: "\(number)", difference)
    case (.unsigned(let number), _): throw .doesNotFit(value: "\(number)", difference)
    default: throw .impossible(difference)
    }
  }
}

extension RecordedValue {
  var wrapped: RecordedValue? {
    if case .some(let value) = self { value } else { nil }
  }

  var elements: [RecordedValue]? {
    if case .sequence(let values) = self { values } else { nil }
  }

  var fields: [RecordedValue]? {
    if case .product(let values) = self { values } else { nil }
  }
}
