import SessionLog
import SessionReplay
import TerminalUI

// Where the panes are, and what is done between events.
extension PlayerModel {
  /// Smaller terminals than this show only that they are too small.
  package static var smallest: Size { Size(width: 24, height: 6) }
  /// The app's screen is drawn on no more lines than this.
  static var tallestScreen: Int { 200 }
  /// Narrower terminals show one pane at a time.
  private static var narrow: Int { 64 }
  /// Wider terminals show the app's screen beside all else.
  private static var wide: Int { 140 }

  /// The part of the screen between the first line and the last ones.
  var body: Rectangle {
    Rectangle(row: 1, width: size.width, height: max(0, size.height - 2 - messageHeight))
  }

  /// The lines that a message takes.
  var messageHeight: Int {
    guard let message else { return 0 }
    let room = Size(width: size.width, height: max(1, size.height / 3))
    return min(room.height, Paragraph(message.text).size(within: room).height)
  }

  /// Whether the terminal has room for one pane at a time only.
  var isNarrow: Bool { size.width < Self.narrow }

  /// The panes that are shown, and where their contents are; a title stands on the line above each.
  var panes: [(Pane, Rectangle)] {
    let body = body
    guard !isNarrow else { return [(focus, body.below(1))] }
    let isWide = size.width >= Self.wide
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

  /// Has the list and the tree fill their panes.
  mutating func arrange() {
    if let rectangle = rectangle(of: .steps) { list.fit(height: rectangle.size.height) }
    if let rectangle = rectangle(of: .state) {
      tree.fit(height: rectangle.size.height - (replayedPair == nil ? 0 : 1))
    }
  }

  // MARK: Work

  /// The first step that is shown in the list and not read yet.
  private var missingPlace: Int? {
    let rows = list.offset..<min(list.rowCount, list.offset + list.height)
    return rows.lazy.compactMap { list.place(ofRow: $0) }.first { log.row(at: $0) == nil }
  }

  /// Whether there is something to do between events.
  package var isWorking: Bool {
    search != nil || list.isFiltering || !log.isIndexed
      || (rectangle(of: .steps) != nil && missingPlace != nil)
  }

  /// Does some of what takes long, until it is told to stop, and returns the commands to perform.
  package mutating func work(until isOver: () -> Bool = { false }) -> [PlayerCommand] {
    arrange()
    repeat {
      if rectangle(of: .steps) != nil, let place = missingPlace {
        log.readRow(at: place)
      } else if search != nil {
        goOnSearching(until: isOver)
      } else if list.isFiltering {
        list.goOnFiltering(until: isOver)
      } else if !log.isIndexed {
        log.readIndex()
        list.grow()
      } else {
        break
      }
    } while !isOver()
    if let problem = log.problem, !isProblemTold, message == nil {
      isProblemTold = true
      fail("\(problem)")
    }
    return requests()
  }

  /// What is being done, for a line that tells of it.
  var progress: String? {
    if let search {
      return "looking for the \(search.title): step \(search.changes.number); Esc stops"
    }
    if list.isFiltering {
      return "searching: \(Int(list.filteredFraction * 100)) %, \(list.rowCount) found"
    }
    return nil
  }

  // MARK: The replay

  /// Takes what the replay of the log has told.
  package mutating func take(_ state: PlayerReplayState) -> [PlayerCommand] {
    replay = state
    list.source.divergence = state.divergence?.step
    if let divergence = state.divergence {
      fail("A replay differs from step \(divergence.step) on; d goes there, r tells how.")
    } else if case .done(let report) = state, report.verdict.kind != .match {
      explainReplay()
    }
    return requests()
  }

  /// Takes the states of a step that the replay was asked for; `nil` if it does not come so far.
  package mutating func take(_ states: ReplayedPair?, after step: UInt64) {
    guard pair?.step == step, moment.number == step else { return }
    pair = (step, states)
    showState()
    arrange()
  }
}

extension Rectangle {
  var width: Int { size.width }

  /// The rectangle without its first rows.
  func below(_ rows: Int) -> Rectangle {
    Rectangle(
      column: column, row: row + rows, width: size.width, height: max(0, size.height - rows))
  }

  /// The rectangle with the row above it.
  var extendedUp: Rectangle {
    Rectangle(column: column, row: row - 1, width: size.width, height: size.height + 1)
  }

  func withHeight(_ height: Int) -> Rectangle {
    Rectangle(column: column, row: row, width: size.width, height: max(0, height))
  }
}
