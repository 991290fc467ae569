import RecordedValues
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports
import TerminalApp
package import TerminalUI

/// The screens of a log for the session page. Each distinct line is stored once.
package struct PageScreens: Sendable {
  /// The size of the screens. Larger screens are truncated.
  private static let size = Size(width: 80, height: 40)

  private var styles: [TextStyle: Int] = [:]
  private var styleList: [Style] = []
  private var lines: [[Span]: Int] = [:]
  private var lineList: [[Span]] = []
  private var steps: [Step] = []
  private var last: [Int] = []

  package init() {}

  package mutating func add(_ grid: Grid, after step: UInt64) {
    var rows = (0..<grid.size.height).map { row in index(of: spans(of: grid, row: row)) }
    let blank = index(of: [])
    while rows.last == blank { rows.removeLast() }
    let changed = rows.indices.filter { !last.indices.contains($0) || last[$0] != rows[$0] }
    guard steps.isEmpty || !changed.isEmpty || rows.count != last.count else { return }
    steps.append(
      Step(number: step, rows: changed.map { [$0, rows[$0]] }, count: rows.count))
    last = rows
  }

  package var json: String {
    JSONText.line(
      Screens(width: Self.size.width, styles: styleList, lines: lineList, steps: steps))
  }

  private mutating func index(of line: [Span]) -> Int {
    if let index = lines[line] { return index }
    lines[line] = lineList.count
    lineList.append(line)
    return lineList.count - 1
  }

  /// Returns a row as runs of cells of the same style, without trailing blanks.
  private mutating func spans(of grid: Grid, row: Int) -> [Span] {
    let start = row * grid.size.width
    var cells = grid.cells[start..<(start + grid.size.width)]
    while cells.last == .blank { cells.removeLast() }
    var spans: [Span] = []
    for cell in cells where cell.width > 0 {
      let style = index(of: cell.style)
      if spans.last?.style == style {
        spans[spans.count - 1].text += cell.text
      } else {
        spans.append(Span(text: cell.text, style: style))
      }
    }
    return spans
  }

  private mutating func index(of style: TextStyle) -> Int {
    if let index = styles[style] { return index }
    styles[style] = styleList.count
    styleList.append(Style(style))
    return styleList.count - 1
  }
}

extension PageScreens {
  /// Draws up to `limit` screens, through the step `last` or through the log's last step. Returns
  /// `nil` if the log is of a different app or has no states.
  @MainActor
  static func drawn<App: ShellApp>(
    _ app: App.Type, ofLogAt path: String, upTo limit: Int, through last: UInt64?
  ) -> PageScreens? {
    guard limit > 0, let reader = try? SessionReader(path: path), reader.header.level != .actions,
      let screen = try? RecordedScreen(reader, with: Shell<App>.replayer, tabs: App.tabs(of:))
    else { return nil }
    let end = min(last ?? .max, reader.log.lastStep)
    let start = max(reader.log.stepsBeforeStart, end - min(end, UInt64(limit)))
    guard var entries = try? SessionEntries(reader, after: start, comparing: .none),
      var state = entries.state
    else { return nil }
    var screens = PageScreens()
    var tab = 0
    var old: RecordedValue?
    while true {
      guard
        let drawn = try? screen.drawn(
          state, after: entries.number, before: old, tab: tab, size: Self.size)
      else { break }
      tab = drawn.tab
      screens.add(drawn.grid, after: entries.number)
      old = state
      guard entries.number < end else { break }
      var step = try? entries.next()
      while let passed = step, !passed.hasChange, entries.number < end {
        step = try? entries.next()
      }
      guard step != nil, let next = entries.state else { break }
      state = next
    }
    return screens
  }

  /// The JSON, compressed as raw deflate.
  var compressed: [UInt8]? { try? deflated(Array(json.utf8), level: 9) }
}

private struct Span: Hashable, Encodable {
  var text: String
  let style: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(text)
    try container.encode(style)
  }
}

private struct Style: Encodable {
  let color: String?
  let bold: Bool?
  let dim: Bool?
  let inverse: Bool?
  let underline: Bool?

  init(_ style: TextStyle) {
    color = style.color == .plain ? nil : "\(style.color)"
    bold = style.isBold ? true : nil
    dim = style.isDim ? true : nil
    inverse = style.isReversed ? true : nil
    underline = style.isUnderlined ? true : nil
  }
}

private struct Step: Encodable {
  let number: UInt64
  /// Pairs of a row and the index of its line.
  let rows: [[Int]]
  let count: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(number)
    try container.encode(rows)
    try container.encode(count)
  }
}

private struct Screens: Encodable {
  let width: Int
  let styles: [Style]
  let lines: [[Span]]
  let steps: [Step]
}
