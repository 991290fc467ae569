import RecordCoding

/// The other positions at which a step changes the same shared value.
package struct SharedPositions: Sendable {
  /// The part of the changed path before the property that refers to the value.
  fileprivate let owner: String
  /// The paths of the same change at the other references.
  package let others: [String]

  /// Returns the changed path with the sign of a reference: `$notes[id: 0].text`.
  package func name(of path: String) -> String { "\(owner)$\(path.dropFirst(owner.count))" }
}

extension StateChange {
  /// The path, with the sign of a reference if the value has other positions.
  package var name: String { sharing?.name(of: path) ?? path }

  /// Returns a text with the number of other paths of a shared value. The text follows the values.
  package static func text(ofOtherPaths count: Int) -> String {
    " (and at \(count) other path\(count == 1 ? "" : "s"))"
  }

  /// Returns the change with a part of its path, or all of it, in a different form.
  package func mapPaths(_ transform: (String) -> String) -> StateChange {
    StateChange(
      path: transform(path), old: old, new: new, type: type,
      sharing: sharing.map { sharing in
        SharedPositions(
          owner: transform(sharing.owner), others: sharing.others.map(transform))
      })
  }

  /// Returns the changes of a step, and each change of a shared value only once.
  ///
  /// Changes at several references are one change if their old and new values are equal and their
  /// paths lead to the same part of the same value. For references in the last keyframe, this is
  /// known as long as they show the value that the keyframe describes. For a later reference, it is
  /// known only if exactly one shared list has the row. Other changes are not merged.
  ///
  /// The path belongs to the widest reference, which is the nearest one to the root of the value.
  package static func merged(
    _ changes: [StateChange], in state: RecordedValue, types: SharedTypes,
    known: () -> KnownReferences
  ) -> [StateChange] {
    // Most steps have no equal changes, and need no search for references.
    guard changes.count > 1 else { return changes }
    let equal = Dictionary(grouping: changes.indices) { Values(changes[$0]) }.values.filter {
      $0.count > 1
    }
    guard !equal.isEmpty else { return changes }
    var targets = SharedTargets(in: state, types: types, known: known().paths)
    var others: [Int: [String]] = [:]
    var owners: [Int: String] = [:]
    var removed: Set<Int> = []
    for indices in equal {
      let found = indices.compactMap { index in
        targets.target(of: changes[index].path).map { (index: index, target: $0) }
      }
      for group in Dictionary(grouping: found, by: \.target.path).values where group.count > 1 {
        let widest = group.min { ($0.target.depth, $0.index) < ($1.target.depth, $1.index) }
        guard let widest else { continue }
        owners[widest.index] = widest.target.owner
        others[widest.index] = group.filter { $0.index != widest.index }.map {
          changes[$0.index].path
        }
        removed.formUnion(group.map(\.index).filter { $0 != widest.index })
      }
    }
    return changes.indices.filter { !removed.contains($0) }.map { index in
      var change = changes[index]
      if let owner = owners[index], let others = others[index] {
        change.sharing = SharedPositions(owner: owner, others: others)
      }
      return change
    }
  }

  /// The old and the new value of a change, without optionals.
  private struct Values: Hashable {
    let old: RecordedValue?
    let new: RecordedValue?

    init(_ change: StateChange) {
      (old, new) = (change.old?.present, change.new?.present)
    }
  }
}

/// The parts of shared values to which the references of a state lead.
private struct SharedTargets {
  struct Target {
    /// The path at the widest reference.
    let path: String
    /// The part of the changed path before the property that refers to the value.
    let owner: String
    /// The number of steps from the widest reference to the value of this reference.
    let depth: Int
  }

  private let schema: Schema
  /// The references by their positions.
  private let references: [String: SharedReference]
  /// The paths at the widest references, and the numbers of steps from them.
  private var known: [String: (path: String, depth: Int)] = [:]
  /// The values of references that are not known parts of other values.
  private var values: [SharedPart] = []
  /// The rows in these values, by their types and ids.
  private var rows: [TypeReference: [RecordedValue: [SharedPart]]] = [:]

  init(in state: RecordedValue, types: SharedTypes, known paths: [String: ReferencePath]) {
    schema = types.schema
    let found = ReferenceSearch(in: state, types: types, measures: false).references
    references = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    // References nearer to their roots come first, and are the widest ones.
    let identified = found.enumerated().compactMap { index, reference in
      paths[reference.path].map { (index: index, reference: reference, path: $0) }
    }.sorted { ($0.path.steps.count, $0.index) < ($1.path.steps.count, $1.index) }
    var widest: [ReferencePath: SharedPart] = [:]
    for (_, reference, path) in identified {
      let own = SharedPart(path: reference.path, type: reference.type, value: reference.value)
      let base = (0...path.steps.count).lazy.compactMap { count in
        widest[path.prefix(count)].map { (part: $0, rest: path.steps[count...]) }
      }.first
      guard let base else {
        widest[path] = own
        values.append(own)
        known[reference.path] = (reference.path, 0)
        continue
      }
      // A property may have been redirected since the keyframe. It then shows a different value.
      guard let part = base.part.part(at: base.rest, in: schema), part.value == own.value
      else { continue }
      known[reference.path] = (part.path, base.rest.count)
    }
    values += found.filter { paths[$0.path] == nil }.map {
      SharedPart(path: $0.path, type: $0.type, value: $0.value)
    }
  }

  /// Returns the part of a shared value at a path, by the innermost reference around it.
  mutating func target(of path: String) -> Target? {
    var end = path.endIndex
    while true {
      if let reference = references[String(path[..<end])] {
        let rest = path[end...]
        let (widest, depth) = widest(reference)
        return Target(path: widest + rest, owner: reference.owner, depth: depth)
      }
      guard let index = path[..<end].lastIndex(where: { ".[ ".contains($0) }) else { return nil }
      end = index
    }
  }

  private mutating func widest(_ reference: SharedReference) -> (path: String, depth: Int) {
    if let known = known[reference.path] { return known }
    let found = row(of: reference).map { ($0.path, 1) } ?? (reference.path, 0)
    known[reference.path] = found
    return found
  }

  /// Returns the row with the value of a reference, if exactly one shared list has it.
  private mutating func row(of reference: SharedReference) -> SharedPart? {
    let type = reference.type.unwrapped
    guard let value = reference.value.present, let id = schema.id(of: value, as: type) else {
      return nil
    }
    if rows[type] == nil {
      var found: [RecordedValue: [SharedPart]] = [:]
      for value in values { value.addRows(of: type, in: schema, to: &found) }
      rows[type] = found
    }
    guard let row = rows[type]?[id], row.count == 1, row[0].value == value,
      !reference.path.isPath(within: row[0].path)
    else { return nil }
    return row[0]
  }
}
