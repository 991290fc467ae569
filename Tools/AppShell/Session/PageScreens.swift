import RecordSchema
import SessionLog
import SessionReplay
import SessionReports
package import TerminalUI

/// The app's screens at the steps of a log, as the page for the browser keeps them.
///
/// Lines of a screen are kept once, and of each step only the lines that it changes.
package struct PageScreens: Sendable {
  /// A screen of more lines is cut.
  private static let size = Size(width: 80, height: 40)

  private var styles: [TextStyle: Int] = [:]
  private var styleList: [Style] = []
  private var lines: [[Span]: Int] = [:]
  private var lineList: [[Span]] = []
  private var steps: [Step] = []
  private var last: [Int] = []

  /// Begins without a screen.
  package init() {}

  /// Adds the screen after a step.
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

  /// The screens as JSON.
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

  /// A row as runs of cells of one style, without the blanks at its end.
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
  /// Draws the screens of a log, at most so many: those before a step, or the last.
  ///
  /// Returns `nil` if there are none, as the log is of another app or does not hold its states.
  @MainActor
  static func drawn<App: ShellApp>(
    _ app: App.Type, ofLogAt path: String, upTo limit: Int, before step: UInt64?
  ) -> PageScreens? {
    guard limit > 0, let reader = try? SessionReader(path: path), reader.header.level == .steps,
      let screen = try? RecordedScreen<App>(reader)
    else { return nil }
    // A few steps behind the one that differs are of interest, too.
    let end = step.map { min($0 + 20, reader.log.lastStep) } ?? reader.log.lastStep
    let start = end - min(end, UInt64(limit))
    guard var cursor = try? SessionCursor(reader, at: start), cursor.knowsState else { return nil }
    var screens = PageScreens()
    var tab = 0
    var old: RecordedValue?
    while true {
      let state = cursor.state
      guard
        let drawn = try? screen.drawn(
          state, after: cursor.number, before: old, tab: tab, size: Self.size)
      else { break }
      tab = drawn.tab
      screens.add(drawn.grid, after: cursor.number)
      old = state
      guard cursor.number < end else { break }
      var step = try? cursor.next()
      // Steps that change nothing draw nothing.
      while let passed = step, !passed.hasChange, cursor.number < end { step = try? cursor.next() }
      guard step != nil, cursor.knowsState else { break }
    }
    return screens
  }

  /// The JSON as raw deflate.
  var compressed: [UInt8]? { try? deflated(Array(json.utf8), level: 9) }
}

/// Text of one style.
private struct Span: Hashable, Encodable {
  var text: String
  let style: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(text)
    try container.encode(style)
  }
}

/// A style; what is not set is left out.
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

/// What a step changes of the screen.
private struct Step: Encodable {
  let number: UInt64
  /// Rows and the positions of their lines.
  let rows: [[Int]]
  /// How many rows there are now.
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
