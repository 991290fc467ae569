import RecordCoding
import RecordSchema
import SessionReplay

/// The state of a step as a tree in which a person opens nodes and selects one.
package struct StateTree {
  /// A value whose tree is shown.
  struct Root {
    let value: RecordedValue
    let type: TypeReference
    let schema: Schema
  }

  /// The path of the selected value; empty for the whole state.
  package private(set) var selectedPath = ""
  /// What the person has opened or closed, by its path.
  private var choices: [String: Bool] = [:]
  private(set) var root: Root?
  /// The paths that the step changed.
  private(set) var changedPaths: [String] = []
  private(set) var nodes: [ValueTree.Node] = []
  /// The node with which the tree begins on the screen.
  private(set) var offset = 0
  private var height = 1

  /// Shows nothing yet.
  package init() {}

  /// Shows another state.
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

  /// The row of the selected value, or of the nearest above it that is shown.
  package var selectedRow: Int {
    if let row = nodes.firstIndex(where: { $0.path == selectedPath && $0.leftOut == 0 }) {
      return row
    }
    return nodes.lastIndex { TreeMark(of: $0.path, changed: [selectedPath]) == .within } ?? 0
  }

  /// Selects the value in a row.
  mutating func select(row: Int) {
    guard !nodes.isEmpty else { return }
    selectedPath = nodes[max(0, min(row, nodes.count - 1))].path
    keepSelectionInSight()
  }

  /// Selects the value at a path, and opens what is above it.
  mutating func select(path: String) {
    selectedPath = path
    var isNew = false
    for node in nodes where TreeMark(of: node.path, changed: [path]) == .within && !node.isOpen {
      choices[node.path] = true
      isNew = true
    }
    let before = nodes.count
    build()
    // What was opened may have to be opened further.
    if isNew, nodes.count > before { select(path: path) }
  }

  /// Selects the value so many rows further down.
  mutating func move(by rows: Int) {
    let target = selectedRow + rows
    guard nodes.indices.contains(target), nodes[target].leftOut > 0 else {
      return select(row: target)
    }
    select(row: rows > 0 ? target + 1 : target - 1)
  }

  /// Opens the selected node, or goes into it.
  mutating func open() {
    guard nodes.indices.contains(selectedRow) else { return }
    let node = nodes[selectedRow]
    guard node.hasParts else { return }
    if node.isOpen { return move(by: 1) }
    choices[node.path] = true
    build()
  }

  /// Closes the selected node, or goes to the one above it.
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

  /// Opens or closes the selected node.
  mutating func toggle() {
    guard nodes.indices.contains(selectedRow) else { return }
    if nodes[selectedRow].isOpen { close() } else { open() }
  }

  /// Makes room for so many rows, of which the selected one is to be in sight.
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
