package import RecordCoding

/// A value as a tree with open and closed nodes. Each node has the path that comparisons print.
package struct ValueTree: Sendable {
  package struct Node: Sendable {
    /// The path of the value. Empty for the whole value.
    package let path: String
    /// The name of the value among its siblings.
    package let label: String
    package let depth: Int
    package let value: RecordedValue
    package let type: TypeReference
    package let hasParts: Bool
    package let isOpen: Bool
    /// The number of omitted siblings that this node represents.
    package var leftOut = 0
  }

  /// The depth at which nodes have no children.
  private static let maxDepth = 64

  package private(set) var nodes: [Node] = []
  private let schema: Schema
  private let maxParts: Int

  /// A node lists at most `maxParts` children, and all that `isNeeded` requires by their path.
  ///
  /// `isOpen` receives the path and the depth of a node, and returns whether to show its children.
  package init(
    of value: RecordedValue, as type: TypeReference, in schema: Schema, maxParts: Int = 500,
    isNeeded: (String) -> Bool = { _ in false }, isOpen: (String, Int) -> Bool
  ) {
    self.schema = schema
    self.maxParts = maxParts
    add(Part(label: "", path: "", value: value, type: type), depth: 0, isNeeded, isOpen)
  }

  private mutating func add(
    _ part: Part, depth: Int, _ isNeeded: (String) -> Bool, _ isOpen: (String, Int) -> Bool
  ) {
    let parts = depth < Self.maxDepth ? schema.treeParts(of: part) : []
    let opens = !parts.isEmpty && isOpen(part.path, depth)
    nodes.append(
      Node(
        path: part.path, label: part.label, depth: depth, value: part.value, type: part.type,
        hasParts: !parts.isEmpty, isOpen: opens))
    guard opens else { return }
    var leftOut = 0
    for (index, next) in parts.enumerated() {
      guard index < maxParts || isNeeded(next.path) else {
        leftOut += 1
        continue
      }
      add(next, depth: depth + 1, isNeeded, isOpen)
    }
    guard leftOut > 0 else { return }
    nodes.append(
      Node(
        path: part.path, label: "", depth: depth + 1, value: .none, type: part.type,
        hasParts: false, isOpen: false, leftOut: leftOut))
  }

  fileprivate struct Part {
    let label: String
    let path: String
    let value: RecordedValue
    let type: TypeReference
  }
}

extension Schema {
  fileprivate func treeParts(of part: ValueTree.Part) -> [ValueTree.Part] {
    let path = part.path
    switch parts(of: part.value, as: part.type) {
    case .some(let value, let wrapped):
      return treeParts(
        of: ValueTree.Part(label: part.label, path: path, value: value, type: wrapped))
    case .fields(let values, let fields, _):
      return zip(fields.indices, values).map { index, value in
        ValueTree.Part(
          label: fields[index].name ?? "\(index)", path: fields.path(of: index, in: path),
          value: value, type: fields[index].type)
      }
    case .payload(let values, let element, _):
      // A single value without parts appears on the line of its case.
      if values.count == 1, treeParts(of: payloadPart(0, values, element, path)).isEmpty {
        return []
      }
      return values.indices.map { payloadPart($0, values, element, path) }
    case .elements(let values, let element, let kind):
      return values.enumerated().map { index, value in
        let brackets = ValueText(schema: self).brackets(
          of: value, at: index, as: element, in: kind)
        return ValueTree.Part(label: brackets, path: path + brackets, value: value, type: element)
      }
    case .pairs(let pairs, let keyType, let valueType):
      return pairs.map { pair in
        let key = ValueText(schema: self).keyText(of: pair.key, as: keyType)
        return ValueTree.Part(
          label: "[\(key)]", path: "\(path)[\(key)]", value: pair.value, type: valueType)
      }
    case .leaf, .none: return []
    }
  }

  private func payloadPart(
    _ index: Int, _ values: [RecordedValue], _ element: RecordCase, _ path: String
  ) -> ValueTree.Part {
    let field = element.payload[index]
    return ValueTree.Part(
      label: field.name ?? (values.count == 1 ? element.name : "\(element.name).\(index)"),
      path: element.payload.path(of: index, in: path.appending(name: element.name)),
      value: values[index], type: field.type)
  }
}

/// The effect of a set of changed paths on a node of a tree.
package enum TreeMark: Sendable {
  /// The node is unchanged.
  case none
  /// A descendant of the node changed.
  case within
  /// The node changed as a whole.
  case changed
}

extension TreeMark {
  /// Creates the mark of a path from the paths that changed.
  package init(of path: String, changed paths: [String]) {
    self = .none
    for changed in paths {
      if path.isPath(within: changed) {
        self = .changed
        return
      }
      if changed.isPath(within: path) { self = .within }
    }
  }
}
