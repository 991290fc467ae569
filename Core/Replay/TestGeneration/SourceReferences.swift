package import RecordCoding
package import RecordedValues
import SharedState

/// A reference to a shared value, which statements change in place.
protocol SourceReference {
  static var valueType: Any.Type { get }
}

extension Shared: SourceReference {
  static var valueType: Any.Type { Value.self }
}

/// The references in a state to shared values, by their paths.
struct SourceReferences {
  /// The source of references that the current step added.
  fileprivate(set) var expressions: [String: String] = [:]
  /// The references whose values a statement for a different reference changes.
  var covered: Set<String> = []
  /// The references to values that no other statement changes.
  fileprivate(set) var single: Set<String> = []
  /// The number of closures around a statement, in which `$0` is a part of the state.
  var depth = 0

  /// Whether no reference is looked up.
  var isEmpty: Bool { expressions.isEmpty && covered.isEmpty && single.isEmpty }

  func expression(at place: String) -> String? { depth == 0 ? expressions[place] : nil }
}

/// The properties of a state that always refer to shared values, outside of optionals and cases.
package struct SharedProperties {
  struct Property {
    let place: String
    let source: String
    /// The indices of the fields that lead to the value.
    let fields: [Int]
    let type: TypeReference
    /// The type of the reference.
    let reference: any SourceReference.Type

    func value(in state: RecordedValue) -> RecordedValue? {
      fields.reduce(state) { value, index in
        guard case .product(let fields)? = value, fields.indices.contains(index) else { return nil }
        return fields[index]
      }
    }
  }

  private(set) var all: [Property] = []

  package init(of type: TypeReference, _ swift: Any.Type, in source: SwiftSource) {
    search(type, swift, in: source, place: "", path: "$0", at: [])
  }

  private mutating func search(
    _ type: TypeReference, _ swift: Any.Type?, in source: SwiftSource, place: String, path: String,
    at outer: [Int]
  ) {
    guard case .structure(let fields) = source.schema.definition(of: type)?.kind,
      let form = source.types.form(of: swift), form.types[0].count == fields.count
    else { return }
    for (index, field) in fields.enumerated() {
      let place = fields.path(of: index, in: place)
      guard let name = field.name, let member = form.member(name), let swift = form.types[0][index]
      else { continue }
      if let shared = swift as? any SourceReference.Type {
        all.append(
          Property(
            place: place, source: "\(path).\(member)", fields: outer + [index], type: field.type,
            reference: shared))
      } else {
        search(
          field.type, swift, in: source, place: place, path: "\(path).\(member)",
          at: outer + [index])
      }
    }
  }
}

extension SwiftSource {
  /// Looks up the references for the statements of a step, from the states around it.
  package mutating func findReferences(
    before: KnownReferences, after: KnownReferences, in properties: SharedProperties
  ) {
    references = SourceReferences()
    let ranks = Dictionary(properties.all.enumerated().map { ($1.place, $0) }) { first, _ in first }
    for (place, path) in after.paths {
      guard before.paths[place] != nil else {
        references.expressions[place] = expression(path, in: properties, after)
        continue
      }
      let isCovered = properties.all.enumerated().contains { rank, property in
        guard property.place != place,
          let steps = after.steps(from: property.place, to: place),
          steps == before.steps(from: property.place, to: place)
        else { return false }
        return !steps.isEmpty || rank < ranks[place] ?? .max
      }
      if isCovered { references.covered.insert(place) }
    }
    let roots = Dictionary(
      grouping: after.paths.filter { place, _ in
        before.paths[place] != nil && !references.covered.contains(place)
      }, by: \.value.root)
    for root in roots.values where root.count == 1 { references.single.insert(root[0].key) }
  }

  /// Returns the source of a reference to a part of a property's value.
  private mutating func expression(
    _ path: ReferencePath, in properties: SharedProperties, _ known: KnownReferences
  ) -> String? {
    for property in properties.all {
      guard let own = known.paths[property.place], own.root == path.root,
        path.steps.starts(with: own.steps)
      else { continue }
      var text = property.source
      var type = property.type
      var swift: Any.Type? = property.reference.valueType
      for step in path.steps.dropFirst(own.steps.count) {
        switch step {
        case .field(let name):
          guard case .structure(let fields) = schema.definition(of: type)?.kind,
            let index = fields.firstIndex(where: { $0.name == name }),
            let form = types.form(of: swift), form.settable.contains(name),
            form.types[0].count == fields.count
          else { return nil }
          text += ".\(name.asMemberName)"
          (type, swift) = (fields[index].type, form.types[0][index])
        case .row(let bytes):
          guard let row = type.rowType, let (index, idType) = schema.idField(of: row),
            let form = types.form(of: SourceTypes.parts(of: swift).first),
            form.types[0].indices.contains(index)
          else { return nil }
          var decoder = RecordDecoder(bytes)
          guard let id = try? decoder.decodeValue(of: idType, in: schema) else { return nil }
          text += "[id: \(expression(id, as: idType, form.types[0][index]))]"
          (type, swift) = (row, form.type)
        case .wrapped: text = "Shared(\(text))!"
        case .element, .entry: return nil
        }
      }
      return text
    }
    return nil
  }
}

extension KnownReferences {
  /// Returns the steps from the value of one reference to the value of another.
  fileprivate func steps(from outer: String, to inner: String) -> ArraySlice<ReferencePath.Step>? {
    guard let outer = paths[outer], let inner = paths[inner], outer.root == inner.root,
      inner.steps.starts(with: outer.steps)
    else { return nil }
    return inner.steps[outer.steps.count...]
  }
}

extension SourceForm {
  /// Returns how statements refer to a property, or `nil` if they cannot set it.
  func member(_ name: String) -> String? {
    if settable.contains("$\(name)") { return "$\(name)" }
    return settable.contains(name) ? name.asMemberName : nil
  }
}
