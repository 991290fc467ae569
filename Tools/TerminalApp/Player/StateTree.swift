import RecordCoding
import RecordedValues
import SessionReplay

/// The state of a step as a tree with expandable nodes and a selection.
package struct StateTree {
  struct Root {
    let value: RecordedValue
    let type: TypeReference
    let schema: Schema
  }

  /// The path of the selected value; empty for the whole state.
  package private(set) var selectedPath = ""
  /// Whether the user has opened or closed a node, by its path.
  private var choices: [String: Bool] = [:]
  private(set) var root: Root?
  private(set) var changedPaths: [String] = []
  private(set) var nodes: [ValueTree.Node] = []
  private(set) var offset = 0
  private var height = 1

  package init() {}

  mutating func show(_ root: Root?, changed paths: [String]) {
    self.root = root
    changedPaths = paths
    build()
  }

  private mutating func build() {
    guard let root else { return nodes = [] }
    let (choices, paths) = (choices, changedPaths)
    nodes =
      ValueTree(
        of: root.value, as: root.type, in: root.schema,
        isNeeded: { TreeMark(of: $0, changed: paths) != .none }
      ) { path, depth in
        choices[path] ?? (depth == 0 || TreeMark(of: path, changed: paths) == .within)
      }.nodes
    keepSelectionInSight()
  }

  /// The row of the selected value, or of its nearest listed ancestor.
  package var selectedRow: Int {
    if let row = nodes.firstIndex(where: { $0.path == selectedPath && $0.leftOut == 0 }) {
      return row
    }
    return nodes.lastIndex { TreeMark(of: $0.path, changed: [selectedPath]) == .within } ?? 0
  }

  mutating func select(row: Int) {
    guard !nodes.isEmpty else { return }
    selectedPath = nodes[max(0, min(row, nodes.count - 1))].path
    keepSelectionInSight()
  }

  mutating func select(path: String) {
    selectedPath = path
    var isNew = false
    for node in nodes where TreeMark(of: node.path, changed: [path]) == .within && !node.isOpen {
      choices[node.path] = true
      isNew = true
    }
    let before = nodes.count
    build()
    // Opening a node may have listed further ancestors, which have to be opened, too.
    if isNew, nodes.count > before { select(path: path) }
  }

  /// Moves the selection, skipping a row that represents omitted nodes.
  mutating func move(by rows: Int) {
    let target = selectedRow + rows
    guard nodes.indices.contains(target), nodes[target].leftOut > 0 else {
      return select(row: target)
    }
    select(row: rows > 0 ? target + 1 : target - 1)
  }

  /// Opens the selected node, or selects its first child if it is open.
  mutating func open() {
    guard nodes.indices.contains(selectedRow) else { return }
    let node = nodes[selectedRow]
    guard node.hasParts else { return }
    if node.isOpen { return move(by: 1) }
    choices[node.path] = true
    build()
  }

  /// Closes the selected node, or selects its parent if it is closed.
  mutating func close() {
    guard nodes.indices.contains(selectedRow) else { return }
    let (row, node) = (selectedRow, nodes[selectedRow])
    if node.isOpen {
      choices[node.path] = false
      build()
    } else if let above = nodes[..<row].lastIndex(where: { $0.depth < node.depth }) {
      select(row: above)
    }
  }

  mutating func toggle() {
    guard nodes.indices.contains(selectedRow) else { return }
    if nodes[selectedRow].isOpen { close() } else { open() }
  }

  mutating func fit(height: Int) {
    self.height = max(1, height)
    keepSelectionInSight()
  }

  private mutating func keepSelectionInSight() {
    let row = selectedRow
    offset = max(min(offset, row), row - height + 1)
    offset = max(0, min(offset, nodes.count - height))
  }
}
