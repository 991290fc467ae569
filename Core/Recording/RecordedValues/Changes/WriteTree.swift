package import RecordCoding

/// The steps that last wrote each part of a value.
///
/// The tree follows the bytes of changes, which name the parts they write. Only rows that moved are
/// compared, with the rows of the same identity. A node has parts only if they and the whole were
/// written by different steps.
package struct WriteTree: Sendable {
  /// The writers of the parts, if they differ from the writer of the whole.
  package enum Parts: Sendable {
    case none
    /// The fields of a product or a payload, the elements of a list, or the value of an optional.
    case list([WriteTree])
    /// The values of a dictionary by the encoded bytes of their keys.
    case entries([[UInt8]: WriteTree])
  }

  /// The step that wrote the whole or, in a list, last added, removed or moved elements.
  package internal(set) var step: UInt64
  package private(set) var parts = Parts.none
  /// The step that wrote the parts that have not been written since.
  private let origin: UInt64

  /// Creates a tree for a value that a step wrote. Step 0 is the initial state.
  package init(step: UInt64) {
    self.step = step
    origin = step
  }

  package subscript(index: Int) -> WriteTree {
    guard case .list(let parts) = parts, parts.indices.contains(index) else {
      return WriteTree(step: origin)
    }
    return parts[index]
  }

  package subscript(key key: [UInt8]) -> WriteTree {
    guard case .entries(let entries) = parts, let entry = entries[key] else {
      return WriteTree(step: origin)
    }
    return entry
  }

  /// Applies a change that a step made to a value, and notes the parts that it writes.
  package mutating func apply(
    change decoder: inout RecordDecoder, to value: inout RecordedValue, as type: TypeReference,
    in schema: Schema, step: UInt64, memory: inout ValueMemory
  ) throws(RecordDecodingError) {
    var writes = PartWrites(self, schema: schema, step: step)
    // Move the tree into the visitor, to change it without a copy.
    self = WriteTree(step: origin)
    try value.apply(change: &decoder, as: type, in: schema, memory: &memory, &writes)
    self = writes.takeTree()
  }

  /// Changes the entries of a dictionary. `others` is the tree of keys without an entry.
  mutating func changeEntries(
    _ change: (inout [[UInt8]: WriteTree], _ others: WriteTree) -> Void
  ) {
    var entries = takeEntries()
    change(&entries, WriteTree(step: origin))
    parts = .entries(entries)
  }

  private mutating func takeEntries() -> [[UInt8]: WriteTree] {
    defer { parts = .none }
    if case .entries(let entries) = parts { return entries }
    return [:]
  }

  mutating func changeParts(of count: Int, _ change: (inout [WriteTree]) -> Void) {
    var parts = takeParts(of: count)
    change(&parts)
    self.parts = .list(parts)
  }

  /// Moves the parts out of the node, to change them in place.
  private mutating func takeParts(of count: Int) -> [WriteTree] {
    defer { parts = .none }
    if case .list(let parts) = parts, parts.count == count { return parts }
    return Array(repeating: WriteTree(step: origin), count: count)
  }

  /// Replaces the node of a part, and returns the previous one. `nil` removes an entry.
  @discardableResult
  fileprivate mutating func replace(
    _ part: ChangedPart, with node: WriteTree?, in schema: Schema
  ) -> WriteTree {
    let place: (index: Int, count: Int)
    switch part {
    case .wrapped: place = (0, 1)
    case .field(let index, let fields, _): place = (index, fields.count)
    case .element(let index, let count, _): place = (index, count)
    case .entry(let key, let type):
      var entry = node
      changeEntries { entries, _ in swap(&entries[schema.bytes(of: key, as: type)], &entry) }
      return entry ?? WriteTree(step: origin)
    }
    var node = node ?? WriteTree(step: origin)
    changeParts(of: place.count) { swap(&$0[place.index], &node) }
    return node
  }
}

/// A visitor that notes the parts that a change writes.
private struct PartWrites: ChangeVisitor {
  /// The tree of a part, without the node of the inner part that is being visited.
  private struct Node {
    var tree: WriteTree
    /// The rows whose identities the change replaces.
    var moved: RowChange?
  }

  private let schema: Schema
  private let step: UInt64
  private var nodes: [Node]

  init(_ tree: WriteTree, schema: Schema, step: UInt64) {
    (self.schema, self.step) = (schema, step)
    nodes = [Node(tree: tree)]
  }

  /// Returns the tree after the last visit.
  mutating func takeTree() -> WriteTree {
    var node = nodes.removeLast()
    if let moved = node.moved { node.tree.note(moved, step: step) }
    return node.tree
  }

  mutating func enter(
    _ part: ChangedPart, _ old: RecordedValue, before decoder: RecordDecoder
  ) throws(RecordDecodingError) -> Bool {
    let last = nodes.count - 1
    if case .element(let index, let count, let list) = part {
      let rows = RowChange(of: list, count: count, in: schema)
      if let idField = rows.idField, try decoder.changes(field: idField) {
        if nodes[last].moved == nil { nodes[last].moved = rows }
        nodes[last].moved?.old.append((index, old))
        return false
      }
    }
    nodes.append(Node(tree: nodes[last].tree.replace(part, with: nil, in: schema)))
    return true
  }

  mutating func leave(_ part: ChangedPart) {
    let tree = takeTree()
    nodes[nodes.count - 1].tree.replace(part, with: tree, in: schema)
  }

  mutating func pass(_ part: ChangedPart, _ new: RecordedValue) {
    nodes[nodes.count - 1].moved?.new.append(new)
  }

  mutating func visit(_ change: ValueChange.Kind, of entry: ChangedPart?) {
    let last = nodes.count - 1
    if case .spliced(let range, let old, let inserted, let list) = change {
      var rows = RowChange(of: list, count: old.count, in: schema)
      rows.old = zip(range, old[range]).map { ($0, $1) }
      rows.new = inserted
      nodes[last].tree.note(rows, replacing: range, step: step)
    } else if let entry {
      let isRemoved = if case .removed = change { true } else { false }
      let node = isRemoved ? nil : WriteTree(step: step)
      nodes[last].tree.replace(entry, with: node, in: schema)
      nodes[last].tree.step = step
    } else {
      nodes[last].tree = WriteTree(step: step)
    }
  }
}

extension RecordDecoder {
  /// Returns whether the upcoming change of a structure includes a field.
  fileprivate func changes(field index: Int) throws(RecordDecodingError) -> Bool {
    var ahead = self
    guard let byte = try ahead.take(index / 8 + 1).last else { return false }
    return byte & 1 << UInt8(index % 8) != 0
  }
}
