import SessionLog
import SessionDocument
import SessionReplay
import TerminalUI

extension PlayerModel {
  /// The maximum height of the app's screen when it is scrolled.
  static var tallestScreen: Int { 200 }
  /// The minimum width for two columns of panes. Narrower terminals show one pane at a time.
  private static var twoColumnWidth: Int { 64 }
  /// The minimum width for a third column with the app's screen.
  private static var threeColumnWidth: Int { 140 }

  /// The part of the screen between the header and the message.
  var body: Rectangle {
    Rectangle(row: 1, width: size.width, height: max(0, size.height - 2 - messageHeight))
  }

  var messageHeight: Int {
    guard let message else { return 0 }
    let room = Size(width: size.width, height: max(1, size.height / 3))
    return min(room.height, Paragraph(message.text).size(within: room).height)
  }

  var isNarrow: Bool { size.width < Self.twoColumnWidth }

  /// The visible panes and the rectangles of their contents. The title is on the line above each.
  var panes: [(Pane, Rectangle)] {
    let body = body
    guard !isNarrow else { return [(focus, body.below(1))] }
    let isWide = size.width >= Self.threeColumnWidth
    let left = isWide ? body.width * 7 / 20 : max(30, body.width * 9 / 20)
    let middle = isWide ? body.width * 6 / 20 : body.width - left - 1
    let first = Rectangle(row: 1, width: left, height: body.size.height)
    var panes: [(Pane, Rectangle)] = [(.steps, first.below(1))]
    let second = Rectangle(column: left + 1, row: 1, width: middle, height: body.size.height)
    let top: Pane = isWide ? .state : upper
    if body.size.height >= 12 {
      let share = body.size.height * (focus == .change ? 11 : 7) / 20
      panes.append((top, second.withHeight(body.size.height - share).below(1)))
      panes.append((.change, second.below(body.size.height - share).below(1)))
    } else {
      panes.append((focus == .change ? .change : top, second.below(1)))
    }
    if isWide {
      let column = left + middle + 2
      panes.append(
        (
          .screen,
          Rectangle(
            column: column, row: 1, width: body.width - column, height: body.size.height
          ).below(1)
        ))
    }
    return panes
  }

  func rectangle(of pane: Pane) -> Rectangle? { panes.first { $0.0 == pane }?.1 }

  mutating func arrange() {
    if let rectangle = rectangle(of: .steps) { list.fit(height: rectangle.size.height) }
    if let rectangle = rectangle(of: .state) {
      tree.fit(height: rectangle.size.height - (replayedPair == nil ? 0 : 1))
    }
  }

  /// The position of the first visible step with an unread row.
  private var missingPosition: Int? {
    let rows = list.offset..<min(list.rowCount, list.offset + list.height)
    return rows.lazy.compactMap { list.position(ofRow: $0) }.first { log.row(at: $0) == nil }
  }

  package var isWorking: Bool {
    search != nil || list.isFiltering || !log.isIndexed || !log.calls.isComplete
      || (rectangle(of: .steps) != nil && missingPosition != nil)
  }

  /// Does pending work until `isOver` returns `true`. Returns the commands to perform.
  package mutating func work(until isOver: () -> Bool = { false }) -> [PlayerCommand] {
    arrange()
    repeat {
      if rectangle(of: .steps) != nil, let position = missingPosition {
        log.readRow(at: position)
      } else if search != nil {
        continueSearch(until: isOver)
      } else if list.isFiltering, !log.calls.isComplete {
        // A filter finds calls, too.
        readCalls()
      } else if list.isFiltering {
        list.continueFiltering(until: isOver)
      } else if !log.isIndexed {
        log.readIndex()
        list.grow()
      } else if !log.calls.isComplete {
        readCalls()
      } else {
        break
      }
    } while !isOver()
    if let problem = log.problem, !isProblemReported, message == nil {
      isProblemReported = true
      fail("\(problem)")
    }
    return requests()
  }

  private mutating func readCalls() {
    log.readCalls()
    if log.calls.isComplete { list.listCalls() }
  }

  var progress: String? {
    if let search {
      return "looking for the \(search.title): step \(search.changes.number); Esc stops"
    }
    if list.isFiltering {
      return "searching: \(Int(list.filteredFraction * 100)) %, \(list.listedCount) found"
    }
    return nil
  }

  package mutating func take(_ state: PlayerReplayState) -> [PlayerCommand] {
    replay = state
    list.source.divergence = state.divergence?.step
    if let divergence = state.divergence {
      fail("The replay diverged at step \(divergence.step); d goes there, r explains.")
    } else if case .done(let report) = state, report.verdict.kind != .match {
      explainReplay()
    }
    return requests()
  }

  /// Shows the requested states of a step, or `nil` if the replay doesn't reach the step.
  package mutating func take(_ states: ReplayedPair?, after step: UInt64) {
    guard pair?.step == step, moment.number == step else { return }
    pair = (step, states)
    showState()
    arrange()
  }
}

extension PlayerModel {
  /// Shows the reason why there is no replayed state after a step.
  package mutating func takeMissing(_ reason: String, after step: UInt64) {
    missing = (step, reason)
  }
}

extension Rectangle {
  var width: Int { size.width }

  func below(_ rows: Int) -> Rectangle {
    Rectangle(
      column: column, row: row + rows, width: size.width, height: max(0, size.height - rows))
  }

  var extendedUp: Rectangle {
    Rectangle(column: column, row: row - 1, width: size.width, height: size.height + 1)
  }

  func withHeight(_ height: Int) -> Rectangle {
    Rectangle(column: column, row: row, width: size.width, height: max(0, height))
  }
}
