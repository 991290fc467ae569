import RecordCoding

extension RecordedValue {
  mutating func applySequence(
    from decoder: inout RecordDecoder, of element: TypeReference, as type: TypeReference,
    in context: inout ValueContext, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    guard case .sequence(var elements) = self else { throw decoder.typeMismatch(.array(element)) }
    self = .none
    defer { self = .sequence(elements) }
    guard try decoder.tag(below: 2) == 0 else {
      let prefix = try decoder.number(upTo: elements.count, of: "elements")
      let removed = try decoder.number(upTo: elements.count - prefix, of: "elements")
      let count = try decoder.count()
      var inserted: [RecordedValue] = []
      for _ in 0..<count { inserted.append(try decoder.decodeValue(of: element, in: &context)) }
      if inserted.count != removed {
        let moved = elements.count - prefix - removed
        try context.countMove(of: moved * ValueMemory.value, at: decoder.position)
      }
      let range = prefix..<(prefix + removed)
      visitor.visit(.spliced(range, of: elements, inserted: inserted, type))
      elements.replaceSubrange(range, with: inserted)
      return
    }
    var next = 0
    for _ in 0..<(try decoder.count()) {
      next += try decoder.number(upTo: elements.count - next, of: "elements that are left")
      guard next < elements.count else {
        throw decoder.doesNotFit("there is no element \(next), only \(elements.count) elements")
      }
      let part = ChangedPart.element(next, of: elements.count, type)
      try elements[next].applyPart(part, from: &decoder, as: element, in: &context, &visitor)
      next += 1
    }
  }

  mutating func applySet(
    from decoder: inout RecordDecoder, as type: TypeReference, in context: inout ValueContext,
    _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    guard case .sequence(var elements) = self else { throw decoder.typeMismatch(.set(type)) }
    self = .none
    defer { self = .sequence(elements) }
    let keys = KeyedElements<RecordedValue>(schema: context.schema, type: type) { $0 }
    let removed = try keys.remove(from: &elements, reading: &decoder, in: &context)
    let inserted = try keys.insert(into: &elements, reading: &decoder, in: &context) {
      key, _, _ throws(RecordDecodingError) in key
    }
    visitor.visit(.exchanged(removed: removed, inserted: inserted, type))
  }

  mutating func applyDictionary(
    from decoder: inout RecordDecoder, key: TypeReference, value: TypeReference,
    in context: inout ValueContext, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    guard case .dictionary(var pairs) = self else {
      throw decoder.typeMismatch(.dictionary(key: key, value: value))
    }
    self = .none
    defer { self = .dictionary(pairs) }
    let keys = KeyedElements<RecordedPair>(schema: context.schema, type: key) { $0.key }
    for pair in try keys.remove(from: &pairs, reading: &decoder, in: &context) {
      visitor.visit(.removed(pair.value, value), of: .entry(pair.key, key))
    }
    let inserted = try keys.insert(into: &pairs, reading: &decoder, in: &context) {
      key, decoder, context throws(RecordDecodingError) in
      RecordedPair(key: key, value: try decoder.decodeValue(of: value, in: &context))
    }
    for pair in inserted { visitor.visit(.inserted(pair.value, value), of: .entry(pair.key, key)) }
    var next = 0
    for _ in 0..<(try decoder.count()) {
      let index = try keys.index(in: pairs, from: next, reading: &decoder, in: &context)
      let part = ChangedPart.entry(pairs[index].key, key)
      try pairs[index].value.applyPart(part, from: &decoder, as: value, in: &context, &visitor)
      next = index + 1
    }
  }
}

/// Finds, removes and inserts elements of an array that is sorted by the bytes of their keys.
struct KeyedElements<Element> {
  let schema: Schema
  let type: TypeReference
  let key: (Element) -> RecordedValue

  init(schema: Schema, type: TypeReference, key: @escaping (Element) -> RecordedValue) {
    self.schema = schema
    self.type = type
    self.key = key
  }

  func index(
    in elements: [Element], from start: Int, reading decoder: inout RecordDecoder,
    in context: inout ValueContext
  ) throws(RecordDecodingError) -> Int {
    let (_, bytes) = try decoder.decodeKey(of: type, in: &context)
    let (index, isPresent) = search(for: bytes, in: elements, from: start)
    guard isPresent else { throw decoder.doesNotFit("a key that it names is not there") }
    return index
  }

  func remove(
    from elements: inout [Element], reading decoder: inout RecordDecoder,
    in context: inout ValueContext
  ) throws(RecordDecodingError) -> [Element] {
    var indices: [Int] = []
    for _ in 0..<(try decoder.count()) {
      let start = indices.last.map { $0 + 1 } ?? 0
      indices.append(try index(in: elements, from: start, reading: &decoder, in: &context))
    }
    try countMove(in: elements, from: indices.first, decoder, &context)
    let removed = indices.map { elements[$0] }
    elements.remove(atAscending: indices)
    return removed
  }

  func insert(
    into elements: inout [Element], reading decoder: inout RecordDecoder,
    in context: inout ValueContext,
    element: (
      RecordedValue, inout RecordDecoder, inout ValueContext
    ) throws(RecordDecodingError) -> Element
  ) throws(RecordDecodingError) -> [Element] {
    var inserted: [(index: Int, element: Element)] = []
    var order = KeyOrder()
    for _ in 0..<(try decoder.count()) {
      let (key, bytes) = try decoder.decodeKey(of: type, in: &context)
      guard order.isNext(bytes) else { throw decoder.doesNotFit("its keys are out of order") }
      let start = inserted.last?.index ?? 0
      let (index, isPresent) = search(for: bytes, in: elements, from: start)
      guard !isPresent else { throw decoder.doesNotFit("a key that it adds is there already") }
      inserted.append((index, try element(key, &decoder, &context)))
    }
    try countMove(in: elements, from: inserted.first?.index, decoder, &context)
    elements.insert(atAscending: inserted)
    return inserted.map(\.element)
  }

  private func countMove(
    in elements: [Element], from first: Int?, _ decoder: borrowing RecordDecoder,
    _ context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard let first else { return }
    try context.countMove(
      of: (elements.count - first) * MemoryLayout<Element>.stride, at: decoder.position)
  }

  private func search(
    for bytes: ArraySlice<UInt8>, in elements: [Element], from start: Int
  ) -> (index: Int, isPresent: Bool) {
    var low = start
    var high = elements.count
    while low < high {
      let middle = low + (high - low) / 2
      let found = schema.bytes(of: key(elements[middle]), as: type)
      if found.elementsEqual(bytes) { return (middle, true) }
      if found.lexicographicallyPrecedes(bytes) { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }
}

extension Array {
  /// Removes the elements at ascending indices in one pass.
  fileprivate mutating func remove(atAscending indices: [Int]) {
    guard var write = indices.first else { return }
    guard indices.count > 1 else {
      remove(at: write)
      return
    }
    var next = 0
    for read in write..<count {
      if next < indices.count, indices[next] == read {
        next += 1
      } else {
        swapAt(write, read)
        write += 1
      }
    }
    removeLast(indices.count)
  }

  /// Inserts elements before those at ascending indices in one pass.
  fileprivate mutating func insert(atAscending inserted: [(index: Int, element: Element)]) {
    guard inserted.count > 1 else {
      if let only = inserted.first { insert(only.element, at: only.index) }
      return
    }
    var read = count
    append(contentsOf: inserted.map(\.element))
    var write = count
    // Works from the end: existing elements move past the gap, and inserted elements fill it.
    for (index, element) in inserted.reversed() {
      while read > index {
        read -= 1
        write -= 1
        swapAt(read, write)
      }
      write -= 1
      self[write] = element
    }
  }
}
