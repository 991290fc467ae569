import RecordCoding

extension RecordedValue {
  mutating func applySequence(
    from decoder: inout RecordDecoder, as type: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .sequence(var elements) = self else { throw decoder.isNo(.array(type)) }
    self = .none
    defer { self = .sequence(elements) }
    guard try decoder.tag(below: 2) == 0 else {
      let prefix = try decoder.number(upTo: elements.count, of: "elements")
      let removed = try decoder.number(upTo: elements.count - prefix, of: "elements")
      let count = try decoder.count()
      var inserted: [RecordedValue] = []
      for _ in 0..<count { inserted.append(try decoder.decodeValue(of: type, in: &context)) }
      if inserted.count != removed {
        let moved = elements.count - prefix - removed
        try context.countMove(of: moved * ValueMemory.value, at: decoder.position)
      }
      elements.replaceSubrange(prefix..<(prefix + removed), with: inserted)
      return
    }
    var next = 0
    for _ in 0..<(try decoder.count()) {
      next += try decoder.number(upTo: elements.count - next, of: "elements that are left")
      guard next < elements.count else {
        throw decoder.doesNotFit("there is no element \(next), only \(elements.count) elements")
      }
      try elements[next].apply(from: &decoder, as: type, in: &context)
      next += 1
    }
  }

  mutating func applySet(
    from decoder: inout RecordDecoder, as type: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .sequence(var elements) = self else { throw decoder.isNo(.set(type)) }
    self = .none
    defer { self = .sequence(elements) }
    let keys = KeyPlaces<RecordedValue>(schema: context.schema, type: type) { $0 }
    try keys.remove(from: &elements, reading: &decoder, in: &context)
    try keys.insert(into: &elements, reading: &decoder, in: &context) {
      key, _, _ throws(RecordDecodingError) in key
    }
  }

  mutating func applyDictionary(
    from decoder: inout RecordDecoder, key: TypeReference, value: TypeReference,
    in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .dictionary(var pairs) = self else {
      throw decoder.isNo(.dictionary(key: key, value: value))
    }
    self = .none
    defer { self = .dictionary(pairs) }
    let keys = KeyPlaces<RecordedPair>(schema: context.schema, type: key) { $0.key }
    try keys.remove(from: &pairs, reading: &decoder, in: &context)
    try keys.insert(into: &pairs, reading: &decoder, in: &context) {
      key, decoder, context throws(RecordDecodingError) in
      RecordedPair(key: key, value: try decoder.decodeValue(of: value, in: &context))
    }
    var next = 0
    for _ in 0..<(try decoder.count()) {
      let index = try keys.place(in: pairs, from: next, reading: &decoder, in: &context)
      try pairs[index].value.apply(from: &decoder, as: value, in: &context)
      next = index + 1
    }
  }
}
