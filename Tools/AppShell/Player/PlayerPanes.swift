import ActionText
import ComposableArchitecture
import RecordSchema
import SessionReplay
import TerminalUI

/// The state as a tree, beside what a replay made of it if that differs.
struct StateView: View {
  /// Longer texts of values are folded.
  private static let longest = 200

  let tree: StateTree
  let replayed: ReplayedPair?
  let breakpoints: Breakpoints
  let isFocused: Bool

  var flexibility: Flexibility { [.horizontal, .vertical] }

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    guard let root = tree.root else { return }
    let values = ValueText(
      schema: root.schema, enough: 4 * Self.longest, foldingTextsOver: Self.longest)
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
    for (index, node) in tree.nodes.enumerated().dropFirst(tree.offset) {
      guard row < canvas.size.height else { return }
      let mark = TreeMark(of: node.path, changed: node.leftOut > 0 ? [] : tree.changedPaths)
      let difference = TreeMark(of: node.path, changed: node.leftOut > 0 ? [] : differing)
      let isSelected = index == tree.selectedRow
      let line = StepListLine(cells: cells(of: node, mark, difference, values))
      let style = TextStyle(
        isBold: isSelected && !isFocused, isReversed: isSelected && isFocused)
      canvas.draw(line, in: Rectangle(row: row, width: half, height: 1), style: style)
      if let replayed, difference != .none {
        let text =
          difference == .within && node.hasParts
          ? "≠" : "≠ \(self.text(of: node, in: replayed, values))"
        let place = Rectangle(column: half, row: row, width: width - half, height: 1)
        canvas.draw(Text(text), in: place, style: TextStyle(color: .danger))
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
    of node: ValueTree.Node, _ mark: TreeMark, _ difference: TreeMark, _ values: ValueText
  ) -> [StepListLine.Part] {
    let indent = String(repeating: "  ", count: min(node.depth, 12))
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
    let dot = breakpoints.holds(path: node.path) ? "●" : sign
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

/// Lines in styles from one of them on, wrapped where they are too long.
struct StyledLines: View {
  struct Line {
    let text: String
    var style = TextStyle.plain
    var indent = 0
  }

  let lines: [Line]
  let offset: Int

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    var row = 0
    for line in lines.dropFirst(offset) {
      guard row < height else { return }
      let text = Paragraph(line.text)
      let room = Size(width: max(1, width - line.indent), height: height - row)
      let lineHeight = max(1, text.size(within: room).height)
      canvas.draw(
        text,
        in: Rectangle(column: line.indent, row: row, width: room.width, height: lineHeight),
        style: line.style)
      row += lineHeight
    }
  }
}

/// A tab of the app as it was drawn, below its title.
struct DrawnTabView: View {
  let drawn: DrawnTab
  let offset: Int

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    let title = drawn.titles.indices.contains(drawn.tab) ? drawn.titles[drawn.tab] : ""
    let count = drawn.titles.count
    canvas.write(
      count > 1 ? "\(title) (tab \(drawn.tab + 1) of \(count))" : title,
      style: TextStyle(color: .muted))
    for row in 0..<max(0, min(canvas.size.height - 1, drawn.grid.size.height - offset)) {
      for column in 0..<min(canvas.size.width, drawn.grid.size.width) {
        let cell = drawn.grid[column, row + offset]
        guard cell.width > 0, cell != .blank else { continue }
        canvas.write(cell.text, column: column, row: row + 1, style: cell.style)
      }
    }
  }
}

// What the change pane says of a step.
extension PlayerModel {
  /// A longer text of a value is cut.
  private static var longestValue: Int { 2_000 }
  /// Changes that are not longer stand on one line.
  private static var shortestChange: Int { 40 }

  var changeLines: [StyledLines.Line] {
    guard let step = moment.step else {
      return [.init(text: moment.place == 0 ? "The state with which the log begins." : "No step.")]
    }
    var lines = [StyledLines.Line(text: log.text(of: step), style: TextStyle(isBold: true))]
    lines.append(.init(text: origin(of: step), style: TextStyle(color: .muted)))
    if step.isUnfinished {
      lines.append(
        .init(
          text: "The app ended while it was reducing this step.", style: TextStyle(color: .danger)))
    }
    if let gap = moment.gap {
      lines.append(
        .init(text: "Lost before it: \(gap.text).", style: TextStyle(color: .warning)))
    }
    lines += divergenceLines
    if moment.changes.isEmpty, !step.isUnfinished, step.kind != .mark {
      let text =
        log.reader.header.level == .steps
        ? "changed nothing"
        : step.hasChange ? "changed the state, and the log does not say how" : "changed nothing"
      lines.append(.init(text: text, style: TextStyle(color: .muted)))
    }
    for change in moment.changes { lines += self.lines(of: change) }
    lines += readLines(of: step)
    if step.effect != .none {
      lines.append(
        .init(
          text: "returned \(EffectText(header: log.reader.header).text(of: step.effect).visible)"))
    }
    return lines
  }

  private func origin(of step: RecordedStep) -> String {
    let pause = Duration.milliseconds(step.elapsedMilliseconds).asPlayTime
    let sender =
      switch (step.kind, step.origin) {
      case (.action, .sent): "sent by the user"
      case (.action, .received(let startedBy)): "sent by an effect of step \(startedBy)"
      case (.mark, _): "a mark of the app"
      case (.outsideChange, _): "shared state, changed from outside"
      }
    return "\(sender), +\(pause)"
  }

  private func lines(of change: StateChange) -> [StyledLines.Line] {
    let schema = log.reader.header.schema
    return Self.lines(of: change, in: schema)
  }

  private static func lines(of change: StateChange, in schema: Schema) -> [StyledLines.Line] {
    let values = ValueText(schema: schema, enough: longestValue)
    func text(_ value: RecordedValue) -> String {
      let text = values.text(of: value, as: change.type).visible
      return text.utf8.count > longestValue ? "\(text.prefix(longestValue))…" : text
    }
    if let old = change.old.map(text), let new = change.new.map(text),
      old.utf8.count + new.utf8.count <= shortestChange
    {
      let path = change.path.isEmpty ? "state" : change.path.visible.withShortIdentities
      return [.init(text: "\(path): \(old) → \(new)", style: TextStyle(color: .success))]
    }
    var lines = [
      StyledLines.Line(
        text: change.path.isEmpty ? "state" : change.path.visible,
        style: TextStyle(color: .warning))
    ]
    if let old = change.old {
      lines.append(.init(text: "- \(text(old))", style: TextStyle(color: .danger), indent: 2))
    }
    if let new = change.new {
      lines.append(.init(text: "+ \(text(new))", style: TextStyle(color: .success), indent: 2))
    }
    return lines
  }

  private func readLines(of step: RecordedStep) -> [StyledLines.Line] {
    let header = log.reader.header
    return step.reads.map { read in
      let dependency = header.draws[read.dependency]
      var decoder = RecordDecoder(read.bytes)
      let value = try? decoder.decodeValue(of: dependency.type, in: header.schema)
      let text = value.map {
        ValueText(schema: header.schema, enough: Self.longestValue).text(
          of: $0, as: dependency.type)
      }
      return .init(
        text: "read \(dependency.name): \(text ?? "?")".visible, style: TextStyle(color: .muted))
    }
  }

  /// What a replay has to say of the step.
  private var divergenceLines: [StyledLines.Line] {
    guard let divergence = replay.divergence, moment.number >= divergence.step else { return [] }
    let red = TextStyle(color: .danger)
    var lines: [StyledLines.Line] = []
    let isState = if case .state = divergence.kind { true } else { false }
    if moment.number > divergence.step {
      lines.append(.init(text: "A replay differs since step \(divergence.step).", style: red))
    } else if !isState || replayedPair?.differences.isEmpty != false {
      lines += divergence.description.split(separator: "\n").map {
        StyledLines.Line(text: String($0).visible, style: red)
      }
    } else {
      lines.append(.init(text: "A replay differs from this step on.", style: red))
    }
    guard let pair = replayedPair else {
      let text = self.pair?.step == moment.number ? "" : "The replayed state is being looked for…"
      return text.isEmpty ? lines : lines + [.init(text: text, style: TextStyle(color: .muted))]
    }
    guard pair.recorded != nil else { return lines }
    if pair.differences.isEmpty {
      lines.append(.init(text: "After this step the replayed state is the recorded one."))
    } else {
      lines.append(.init(text: "The replayed state has instead of the recorded one:", style: red))
      for difference in pair.differences.prefix(50) {
        lines += Self.lines(of: difference, in: pair.header.schema)
      }
    }
    return lines
  }
}
