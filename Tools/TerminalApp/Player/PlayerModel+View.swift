import ComposableArchitecture
import Platform
import RecordedValues
import SessionLog
import SessionDocument
import SessionReplay
import TerminalUI

extension PlayerModel {
  package mutating func draw() -> DrawnScreen {
    if let message = DrawnScreen(tooSmall: size) {
      drawn = nil
      return message
    }
    arrange()
    var views: [PlacedViews.Item] = [(Rectangle(width: size.width, height: 1), header)]
    views += overlay.map { [(body, overlayView($0))] } ?? paneViews()
    views.append(
      (
        Rectangle(row: size.height - 1 - messageHeight, width: size.width, height: messageHeight),
        messageView
      ))
    let typed = input.map { TypedLine(prompt: $0.prompt, editor: $0.editor) }
    let last = Rectangle(row: size.height - 1, width: size.width, height: 1)
    views.append((last, typed.map { $0 as any View } ?? lastLine))
    let frame = Frame(PlacedViews(views: views), size: size)
    drawn = frame
    if overlay != .breakpoints, let range = frame.scrolling { overlayCursor.offset = range.first }
    return DrawnScreen(
      frame: frame, cursor: typed?.cursor(width: size.width, row: size.height - 1))
  }

  private var messageView: any View {
    Paragraph(message?.text ?? "").color(message?.kind == .failure ? .danger : .accent)
  }

  /// The file, the step and its time, and the states of playing and of the replay.
  private var header: any View {
    let step = "step \(moment.number) of \(log.reader.log.lastStep)"
    let time =
      log.milliseconds(at: moment.position).map { Duration.milliseconds($0).asPlayTime } ?? "…"
    let sign = playback.isPlaying ? "▶" : "∥"
    let state = replay.text
    let name = log.reader.log.path.split(separator: "/").last.map(String.init)?.visible ?? ""
    guard size.width >= 60 else {
      return StepListLine(cells: [
        .init("\(moment.number)/\(log.reader.log.lastStep)", TextStyle(isBold: true)),
        .init(" \(time) \(sign)\(playback.text) ", TextStyle(color: .accent)),
        .init(replay.divergence.map { "≠\($0.step)" } ?? "", TextStyle(color: state.color)),
        .init(isDamaged ? " damaged" : "", TextStyle(color: .warning)),
      ])
    }
    var cells: [StepListLine.Part] = [
      .init("\(name)  ", TextStyle(isBold: true)), .init("\(step)  \(time)  "),
      .init("\(sign) \(playback.text)", TextStyle(color: .accent)),
    ]
    if let countdown { cells.append(.init("  \(countdown)", TextStyle(color: .muted))) }
    if isDamaged { cells.append(.init("  damaged", TextStyle(color: .warning))) }
    if isGrowing { cells.append(.init("  being written", TextStyle(color: .accent))) }
    if log.reader.log.lostSteps > 0 {
      let lost = log.reader.log.lostSteps.counted("step")
      cells.append(.init("  \(lost) lost", TextStyle(color: .warning)))
    }
    cells.append(.init("  \(state.text)", TextStyle(color: state.color)))
    return StepListLine(cells: cells)
  }

  private var isDamaged: Bool {
    if isGrowing { return false }
    return if case .damaged = log.reader.log.state { true } else { false }
  }

  /// The progress of pending work, or else the keys.
  private var lastLine: any View {
    if let progress { return Text(progress).color(.accent) }
    let own: [(Key, String)] =
      switch focus {
      case .steps where list.source.callCount(at: list.selection) > 0:
        [(.enter, "fold"), ("e", "calls"), ("/", "filter"), ("c", "cause")]
      case .steps: [(.enter, "fold"), ("/", "filter"), ("c", "cause")]
      case .state: [(.enter, "open"), ("n", "next change"), ("N", "previous")]
      case .change, .screen: []
      }
    let all =
      [(Key.character(" "), playback.isPlaying ? "pause" : "play")] + own
      + [(.tab, "pane"), ("b", "breakpoint")]
    let shell = ActionBar(items: [
      ActionBar.Item(key: "q", title: isNarrow ? "" : "quit"),
      ActionBar.Item(key: "?", title: "keys"),
    ])
    return Row {
      ActionBar(items: all.map { ActionBar.Item(key: $0.0, title: $0.1) })
      shell.frame(width: shell.fullWidth)
    }
  }

  private mutating func paneViews() -> [PlacedViews.Item] {
    var views: [PlacedViews.Item] = []
    for (pane, area) in panes {
      let title = Rectangle(
        column: area.column, row: area.row - 1, width: area.size.width, height: 1)
      if isNarrow {
        views.append((title, TabBar(Pane.allCases.map(\.title), selection: focus.rawValue)))
      } else {
        views.append((title, PaneTitle(title: self.title(of: pane), isFocused: pane == focus)))
      }
      views.append((area, view(of: pane, size: area.size)))
      if area.column > 0 {
        views.append(
          (
            Rectangle(
              column: area.column - 1, row: area.row - 1, width: 1, height: area.size.height + 1),
            Rule(top: area.row == 2 ? "┬" : "├")
          ))
      }
    }
    return views
  }

  private func title(of pane: Pane) -> String {
    switch pane {
    case .steps:
      guard let filter = list.filter else { return pane.title }
      return "\(pane.title) with '\(filter.text.visible)': \(list.listedCount)"
    case .state:
      let path = tree.selectedPath.isEmpty ? "" : " \(tree.selectedPath.visible)"
      if replayedPair != nil { return "Recorded and replayed state\(path)" }
      let isBefore = moment.step?.isUnfinished == true
      return "\(pane.title)\(isBefore ? " before the step" : "")\(path)"
    case .change: return pane.title
    case .screen: return pane.title
    }
  }

  private mutating func view(of pane: Pane, size: Size) -> any View {
    switch pane {
    case .steps: return StepListView(list, isFocused: focus == .steps)
    case .state:
      if let note = moment.stateNote, replayedPair?.recorded == nil { return Paragraph(note) }
      return StateView(
        tree: tree, replayed: replayedPair, breakpoints: list.source.breakpoints,
        isFocused: focus == .state)
    case .change: return StyledLines(lines: changeLines, offset: changeOffset)
    case .screen: return screenView(size: size)
    }
  }

  private mutating func screenView(size: Size) -> any View {
    let draw:
      (RecordedValue, UInt64, RecordedValue?, Int, Size) -> Result<DrawnTab, Incompatibility>
    switch screens {
    case .unavailable(let reason): return Paragraph("No screen: \(reason)".visible)
    case .drawn(let function): draw = function
    }
    guard let state = moment.state else {
      return Paragraph(moment.stateNote ?? "There is no state to draw.")
    }
    // A scrolled screen is drawn at its maximum height. The first line shows the title of the tab.
    let height = screenOffset == 0 ? size.height - 1 : Self.tallestScreen
    let room = Size(width: size.width, height: max(1, height))
    switch draw(state, moment.number, moment.before, tab, room) {
    case .failure(let error): return Paragraph("No screen: \(error.description)".visible)
    case .success(let drawn):
      tab = drawn.tab
      return DrawnTabView(drawn: drawn, offset: screenOffset)
    }
  }
}

struct PlacedViews: View {
  typealias Item = (Rectangle, any View)

  let views: [Item]

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    for (area, view) in views where area.size.width > 0 && area.size.height > 0 {
      canvas.draw(AnyPlaced(view: view), in: area)
    }
  }

  private struct AnyPlaced: View {
    let view: any View

    func size(within offer: Size) -> Size { view.size(within: offer) }

    func draw(on canvas: inout Canvas) { view.draw(on: &canvas) }
  }
}

private struct PaneTitle: View {
  let title: String
  let isFocused: Bool

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    Divider().draw(on: &canvas)
    let style =
      isFocused
      ? TextStyle(color: .accent, isBold: true, isReversed: true) : TextStyle(isBold: true)
    let text = Text(" \(title) ")
    let room = Size(width: max(0, canvas.size.width - 2), height: 1)
    let width = text.size(within: room).width
    canvas.draw(text, in: Rectangle(column: 1, width: width, height: 1), style: style)
  }
}

private struct Rule: View {
  let top: String

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    for row in 0..<canvas.size.height {
      canvas.write(row == 0 ? top : "│", row: row, style: TextStyle(color: .muted))
    }
  }
}
