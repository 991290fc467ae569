import RecordedValues
import SessionModel
import SessionReplay
import TerminalUI

/// A view of the recorded state as a tree, with the replayed values that differ beside it.
struct StateView: View {
  /// The maximum length of a value's text. Longer texts are folded.
  private static let maxValueLength = 200

  let tree: StateTree
  let replayed: ReplayedPair?
  let breakpoints: Breakpoints
  let isFocused: Bool

  var flexibility: Flexibility { [.horizontal, .vertical] }

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    guard let root = tree.root else { return }
    let values = ValueText(
      schema: root.schema, lengthLimit: 4 * Self.maxValueLength,
      foldingTextsOver: Self.maxValueLength)
    let width = canvas.size.width
    let half = replayed == nil ? width : width / 2
    var row = 0
    if replayed != nil {
      let muted = TextStyle(color: .muted)
      canvas.write("recorded", style: muted)
      canvas.write("replayed", column: half + 2, style: muted)
      row = 1
    }
    let differing = replayed?.differences.map(\.path) ?? []
    let indentation = Indentation(
      of: tree.nodes.dropFirst(tree.offset).prefix(max(0, canvas.size.height - row)).map(\.depth),
      in: half)
    for (index, node) in tree.nodes.enumerated().dropFirst(tree.offset) {
      guard row < canvas.size.height else { return }
      let mark = TreeMark(of: node.path, changed: node.leftOut > 0 ? [] : tree.changedPaths)
      let difference = TreeMark(of: node.path, changed: node.leftOut > 0 ? [] : differing)
      let isSelected = index == tree.selectedRow
      let line = StepListLine(
        cells: cells(of: node, mark, difference, values, indentation.text(at: node.depth)))
      let style = TextStyle(
        isBold: isSelected && !isFocused, isReversed: isSelected && isFocused)
      canvas.draw(line, in: Rectangle(row: row, width: half, height: 1), style: style)
      if let replayed, difference != .none {
        let text =
          difference == .within && node.hasParts
          ? "≠" : "≠ \(self.text(of: node, in: replayed, values))"
        let area = Rectangle(column: half, row: row, width: width - half, height: 1)
        canvas.draw(Text(text), in: area, style: TextStyle(color: .danger))
      }
      canvas.addRegion(Rectangle(row: row, width: width, height: 1), .row(index))
      row += 1
    }
  }

  private func text(of node: ValueTree.Node, in pair: ReplayedPair, _ values: ValueText) -> String {
    let path = try? ValuePath(node.path, into: pair.header.state, in: pair.header.schema)
    guard let path else { return "?" }
    return path.value(in: pair.replayed).map { values.text(of: $0, as: path.type) } ?? "nothing"
  }

  private func cells(
    of node: ValueTree.Node, _ mark: TreeMark, _ difference: TreeMark, _ values: ValueText,
    _ indent: String
  ) -> [StepListLine.Part] {
    guard node.leftOut == 0 else {
      return [.init("  \(indent)… \(node.leftOut) more", TextStyle(color: .muted))]
    }
    let sign =
      switch mark {
      case .none: " "
      case .within: "·"
      case .changed: "*"
      }
    let changed = TextStyle(color: .warning, isBold: mark == .changed)
    let name = node.label.isEmpty ? "state" : node.label.withShortIdentities
    let dot = breakpoints.contains(path: node.path) ? "●" : sign
    return [
      .init(dot, dot == "●" ? TextStyle(color: .danger) : changed),
      .init(
        "\(indent)\(node.hasParts ? (node.isOpen ? "▾" : "▸") : " ")", TextStyle(color: .accent)),
      .init(node.isOpen ? name : "\(name): ", mark == .none ? TextStyle(isBold: false) : changed),
      .init(
        node.isOpen ? "" : values.text(of: node.value, as: node.type),
        mark == .changed ? changed : TextStyle(color: difference == .none ? .plain : .warning)),
    ]
  }
}

/// The space before the rows of a tree. It is at most a third of the width, unless rows are deep.
private struct Indentation {
  private static let maxLevels = 12

  private let first: Int
  private let columns: Int

  /// Creates the indentation of rows, given their depths. If two columns for each level are too
  /// much, the rows begin at the left edge, with one column for each level.
  init(of depths: [Int], in width: Int) {
    let isWide = (depths.max() ?? 0) * 2 * 3 > width
    first = isWide ? depths.min() ?? 0 : 0
    columns = isWide ? 1 : 2
  }

  func text(at depth: Int) -> String {
    String(repeating: " ", count: columns * min(max(0, depth - first), Self.maxLevels))
  }
}
