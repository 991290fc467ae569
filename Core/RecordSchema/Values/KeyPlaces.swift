import RecordCoding

/// Finds, removes and inserts elements of an array that is in the order of the bytes of their keys.
struct KeyPlaces<Element> {
  let schema: Schema
  let type: TypeReference
  let key: (Element) -> RecordedValue

  init(schema: Schema, type: TypeReference, key: @escaping (Element) -> RecordedValue) {
    self.schema = schema
    self.type = type
    self.key = key
  }

  /// Reads a key, and finds its element at or behind a place.
  func place(
    in elements: [Element], from start: Int, reading decoder: inout RecordDecoder,
    in context: inout ValueContext
  ) throws(RecordDecodingError) -> Int {
    let (_, bytes) = try decoder.decodeKey(of: type, in: &context)
    let (index, isPresent) = search(for: bytes, in: elements, from: start)
    guard isPresent else { throw decoder.doesNotFit("a key that it names is not there") }
    return index
  }

  /// Reads a count and so many keys, and removes their elements.
  func remove(
    from elements: inout [Element], reading decoder: inout RecordDecoder,
    in context: inout ValueContext
  ) throws(RecordDecodingError) {
    var places: [Int] = []
    for _ in 0..<(try decoder.count()) {
      let start = places.last.map { $0 + 1 } ?? 0
      places.append(try place(in: elements, from: start, reading: &decoder, in: &context))
    }
    try countMove(in: elements, from: places.first, decoder, &context)
    elements.remove(atAscending: places)
  }

  /// Reads a count and so many elements, and inserts them.
  func insert(
    into elements: inout [Element], reading decoder: inout RecordDecoder,
    in context: inout ValueContext,
    element: (
      RecordedValue, inout RecordDecoder, inout ValueContext
    ) throws(RecordDecodingError) -> Element
  ) throws(RecordDecodingError) {
    var inserted: [(place: Int, element: Element)] = []
    var order = KeyOrder()
    for _ in 0..<(try decoder.count()) {
      let (key, bytes) = try decoder.decodeKey(of: type, in: &context)
      guard order.isNext(bytes) else { throw decoder.doesNotFit("its keys are out of order") }
      let start = inserted.last?.place ?? 0
      let (index, isPresent) = search(for: bytes, in: elements, from: start)
      guard !isPresent else { throw decoder.doesNotFit("a key that it adds is there already") }
      inserted.append((index, try element(key, &decoder, &context)))
    }
    try countMove(in: elements, from: inserted.first?.place, decoder, &context)
    elements.insert(atAscending: inserted)
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
      var encoder = RecordEncoder()
      encoder.encode(key(elements[middle]), as: type, in: schema)
      if encoder.bytes.elementsEqual(bytes) { return (middle, true) }
      if encoder.bytes.lexicographicallyPrecedes(bytes) { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }
}

extension Array {
  /// Removes the elements at places that are in ascending order, in one pass.
  fileprivate mutating func remove(atAscending places: [Int]) {
    guard var write = places.first else { return }
    guard places.count > 1 else {
      remove(at: write)
      return
    }
    var next = 0
    for read in write..<count {
      if next < places.count, places[next] == read {
        next += 1
      } else {
        swapAt(write, read)
        write += 1
      }
    }
    removeLast(places.count)
  }

  /// Inserts elements before those at places that are in ascending order, in one pass.
  fileprivate mutating func insert(atAscending inserted: [(place: Int, element: Element)]) {
    guard inserted.count > 1 else {
      if let only = inserted.first { insert(only.element, at: only.place) }
      return
    }
    var read = count
    append(contentsOf: inserted.map(\.element))
    var write = count
    // From the back: what was there moves behind the gap, what comes in takes its place.
    for (place, element) in inserted.reversed() {
      while read > place {
        read -= 1
        write -= 1
        swapAt(read, write)
      }
      write -= 1
      self[write] = element
    }
  }
}
