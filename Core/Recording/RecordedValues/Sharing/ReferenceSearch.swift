import RecordCoding

/// A position in a state that refers to a shared value.
struct SharedReference {
  /// The path of the value, which is the position.
  let path: String
  /// The part of the path before the name of its property.
  let owner: String
  let type: TypeReference
  let value: RecordedValue
  /// The number of the encoded bytes before the value.
  let offset: Int?
}

/// A search for all references in a state.
struct ReferenceSearch {
  private(set) var references: [SharedReference] = []
  private let types: SharedTypes
  /// Whether values without references are encoded to measure them.
  private let measures: Bool
  private var offset = 0
  private var isInOrder = true

  /// Creates a search that also finds the offset of each reference if `measures` is true.
  init(in state: RecordedValue, types: SharedTypes, measures: Bool) {
    self.types = types
    self.measures = measures
    visit(state, as: types.state, Place(path: "", shared: []))
  }

  private struct Place {
    var path: String
    /// The length of the path before the name of the innermost field.
    var nameStart = 0
    /// The types of the shared values in the innermost field.
    var shared: [TypeReference]

    /// Returns the position of a field, whose path ends with its name.
    func named(_ path: String, shared: [TypeReference]) -> Place {
      let start = self.path.isEmpty ? 0 : self.path.utf8.count + 1
      return Place(path: path, nameStart: min(start, path.utf8.count), shared: shared)
    }

    func element(_ brackets: String) -> Place {
      var place = self
      place.path += brackets
      return place
    }
  }

  private mutating func visit(_ value: RecordedValue, as type: TypeReference, _ place: Place) {
    if place.shared.contains(type) { add(value, as: type, place) }
    guard types.mayContainReferences(type, within: place.shared) else {
      return measure(value, as: type)
    }
    switch types.schema.parts(of: value, as: type) {
    case .leaf: measure(value, as: type)
    case .none: offset += 1
    case .some(let wrapped, let type):
      offset += 1
      visit(wrapped, as: type, place)
    case .elements(let elements, let element, let kind) where !kind.isOrdered:
      visitSorted(value, as: type) { search in
        search.visit(elements, of: element, kind, place)
      }
    case .elements(let elements, let element, let kind):
      measure(count: elements.count)
      visit(elements, of: element, kind, place)
    case .pairs(let pairs, let key, let element):
      visitSorted(value, as: type) { search in
        search.visit(pairs, key, element, place)
      }
    case .fields(let values, let fields, let definition):
      if fields.isEmpty { offset += 1 }
      for (index, field) in fields.enumerated() where index < values.count {
        visit(values[index], as: field.type, self.place(of: index, fields, definition, type, place))
      }
    case .payload(let values, let element, let index):
      measure(count: index)
      let inner = place.named(
        place.path.appending(name: element.name), shared: shared(element.name, of: type))
      for (index, field) in element.payload.enumerated() where index < values.count {
        let path = element.payload.path(of: index, in: inner.path)
        visit(
          values[index], as: field.type,
          path == inner.path ? inner : inner.named(path, shared: inner.shared))
      }
    }
  }

  /// Visits values that are sorted before they are written, and have no parts in keyframes.
  private mutating func visitSorted(
    _ value: RecordedValue, as type: TypeReference, _ visit: (inout Self) -> Void
  ) {
    let (start, outer) = (offset, isInOrder)
    isInOrder = false
    visit(&self)
    (offset, isInOrder) = (start, outer)
    measure(value, as: type)
  }

  private mutating func visit(
    _ elements: [RecordedValue], of type: TypeReference, _ kind: ListKind, _ place: Place
  ) {
    let values = ValueText(schema: types.schema)
    for (index, element) in elements.enumerated() {
      let brackets = values.brackets(of: element, at: index, as: type, in: kind)
      visit(element, as: type, place.element(brackets))
    }
  }

  private mutating func visit(
    _ pairs: [RecordedPair], _ key: TypeReference, _ element: TypeReference, _ place: Place
  ) {
    let values = ValueText(schema: types.schema)
    for pair in pairs {
      visit(pair.value, as: element, place.element("[\(values.keyText(of: pair.key, as: key))]"))
    }
  }

  private func place(
    of index: Int, _ fields: [RecordField], _ definition: TypeDefinition?, _ type: TypeReference,
    _ place: Place
  ) -> Place {
    let path = fields.path(of: index, in: place.path)
    let name = fields[index].name ?? ""
    return place.named(path, shared: definition == nil ? place.shared : shared(name, of: type))
  }

  private func shared(_ name: String, of type: TypeReference) -> [TypeReference] {
    guard case .named(let index) = type else { return [] }
    return types.fields[index]?[name] ?? []
  }

  private mutating func add(_ value: RecordedValue, as type: TypeReference, _ place: Place) {
    let start = place.path.utf8.index(place.path.startIndex, offsetBy: place.nameStart)
    references.append(
      SharedReference(
        path: place.path, owner: String(place.path[..<start]), type: type, value: value,
        offset: measures && isInOrder ? offset : nil))
  }

  private mutating func measure(_ value: RecordedValue, as type: TypeReference) {
    guard measures, isInOrder else { return }
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: types.schema)
    offset += encoder.count
  }

  private mutating func measure(count: Int) {
    guard measures else { return }
    var encoder = RecordEncoder()
    encoder.append(count: count)
    offset += encoder.count
  }
}
