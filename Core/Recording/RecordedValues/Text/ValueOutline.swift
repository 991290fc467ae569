import RecordCoding

/// A value over several lines: the opening, the parts and the closing.
struct ValueOutline {
  struct Part {
    /// The text before the part: `name: `, `[0]: ` or nothing.
    let label: String
    /// The identity, key or element that identifies the part, if its index does not.
    let key: RecordedValue?
    let value: RecordedValue
    let type: TypeReference
  }

  enum PartKind {
    case field, element, entry
  }

  /// The way in which the parts of two values are matched.
  enum Matching {
    case fields, positions, keys
  }

  let opening: String
  let parts: [Part]
  let closing: String
  let matching: Matching
  var partKind = PartKind.element
  /// The case's component of a path, if the value is that of an enumeration: `.detail`.
  var caseName = ""
}

extension ValueText {
  func outline(of value: RecordedValue, as type: TypeReference) -> ValueOutline? {
    switch schema.parts(of: value, as: type) {
    case .some(let value, let wrapped):
      return outline(of: value, as: wrapped)
    case .elements(let values, let element, let kind):
      switch kind.matching {
      case .positions:
        return list(values, matching: .positions) { (nil, element, "[\($0)]: ") }
      case .ids:
        let ids = values.map { schema.id(of: $0, as: element) }
        return list(values, matching: ids.contains(nil) ? .positions : .keys) {
          (ids[$0], element, "[\($0)]: ")
        }
      case .members:
        return list(values, matching: .keys) { (values[$0], element, "") }
      }
    case .pairs(let pairs, let key, let element):
      return list(pairs.map(\.value), of: .entry, matching: .keys) { index in
        (pairs[index].key, element, "\(text(of: pairs[index].key, as: key)): ")
      }
    case .fields(let values, let fields, let definition):
      guard duration(values, fields) == nil else { return nil }
      let form = definition.flatMap { DialogForm($0) }
      if let form, form.isLine || form.plainText(of: values) != nil { return nil }
      let head = form?.head ?? definition.map(head)
      return product(values, as: fields, opening: "\(head ?? "")(")
    case .payload(let values, let element, _):
      let fields = element.payload
      if let only = values.first, values.count == 1, let field = fields.first,
        outline(of: only, as: field.type) == nil
      {
        return nil
      }
      let name = ".\(element.name.asWrittenName)"
      var outline = product(values, as: fields, opening: "\(name)(")
      outline?.caseName = name
      return outline
    case .leaf, .none:
      return nil
    }
  }

  private func list(
    _ values: [RecordedValue], of kind: ValueOutline.PartKind = .element,
    matching: ValueOutline.Matching,
    part: (Int) -> (key: RecordedValue?, type: TypeReference, label: String)
  ) -> ValueOutline? {
    guard !values.isEmpty else { return nil }
    let parts = values.enumerated().map { index, value in
      let (key, type, label) = part(index)
      return ValueOutline.Part(label: label, key: key, value: value, type: type)
    }
    return ValueOutline(
      opening: "[", parts: parts, closing: "]", matching: matching, partKind: kind)
  }

  private func product(
    _ values: [RecordedValue], as fields: [RecordField], opening: String
  ) -> ValueOutline? {
    guard !values.isEmpty else { return nil }
    let parts = zip(fields, values).map { field, value in
      ValueOutline.Part(
        label: field.name.map { "\($0.asWrittenName): " } ?? "", key: nil, value: value,
        type: field.type)
    }
    return ValueOutline(
      opening: opening, parts: parts, closing: ")", matching: .fields, partKind: .field)
  }
}

extension ValueOutline {
  /// Returns a part's component of a path: `.name`, `[0]` or nothing.
  func place(of part: Part) -> String {
    let name = part.label.dropLast(2)
    return switch partKind {
    case .field: name.isEmpty ? "" : ".\(name)"
    case .element: String(name)
    case .entry: "[\(name)]"
    }
  }
}

extension ValueOutline {
  /// The indices of two matching parts, or of one part without a match.
  typealias Match = (old: Int?, new: Int?)

  /// Matches the parts of an older value with the parts of a newer value, preserving both orders.
  func matches(with new: ValueOutline) -> [Match] {
    switch matching {
    case .fields, .positions: positionMatches(with: new)
    case .keys: keyMatches(with: new)
    }
  }

  /// Returns the two parts that differ, if no others do.
  func onlyDifference(in matches: [Match], from new: ValueOutline) -> (old: Part, new: Part)? {
    var only: (old: Part, new: Part)?
    for match in matches {
      guard let index = match.old, let newIndex = match.new else { return nil }
      if parts[index].value == new.parts[newIndex].value { continue }
      guard only == nil else { return nil }
      only = (parts[index], new.parts[newIndex])
    }
    return only
  }

  func end(of index: Int) -> String {
    index == parts.count - 1 ? "" : ","
  }

  /// Matches the common prefix and suffix, and the rest by index.
  private func positionMatches(with new: ValueOutline) -> [Match] {
    let count = parts.count
    let newCount = new.parts.count
    let shorter = min(count, newCount)
    guard count != newCount else { return (0..<count).map { ($0, $0) } }
    var prefix = 0
    while prefix < shorter, parts[prefix].value == new.parts[prefix].value { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      parts[count - 1 - suffix].value == new.parts[newCount - 1 - suffix].value
    { suffix += 1 }
    return (0..<prefix).map { ($0, $0) }
      + (prefix..<(count - suffix)).map { ($0, nil) }
      + (prefix..<(newCount - suffix)).map { (nil, $0) }
      + (0..<suffix).map { (count - suffix + $0, newCount - suffix + $0) }
  }

  /// Matches parts by key. As few of the moved parts as possible are removed and inserted again.
  private func keyMatches(with new: ValueOutline) -> [Match] {
    let indices = Dictionary(
      parts.enumerated().map { ($0.element.key, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let common: [(old: Int, new: Int)] = new.parts.enumerated().compactMap { index, part in
      indices[part.key].map { ($0, index) }
    }
    var matches: [Match] = []
    var (i, j) = (0, 0)
    for (old, new) in Self.longestIncreasing(common) + [(parts.count, new.parts.count)] {
      matches += (i..<old).map { ($0, nil) }
      matches += (j..<new).map { (nil, $0) }
      if old < parts.count { matches.append((old, new)) }
      (i, j) = (old + 1, new + 1)
    }
    return matches
  }

  /// Fredman: "On computing the length of longest increasing subsequences", 1975.
  private static func longestIncreasing(
    _ pairs: [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    /// The pair that ends the best run of each length, and the pair before each pair in its run.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      run.append(pairs[index])
      next = previous[index]
    }
    return run.reversed()
  }
}
