import RecordedValues
import ComposableArchitecture
import SessionModel
import SessionDocument
import SessionReplay

/// A search for a step that changed a value, which runs between events.
struct PlayerSearch {
  var changes: ChangeSearch
  /// The description of the target, such as `next change of count`.
  let title: String
}

extension PlayerModel {
  mutating func seek(_ direction: ChangeSearch.Direction) {
    guard log.reader.header.level != .actions else {
      return fail(
        """
        A log of level '\(log.reader.header.level.rawValue)' does not contain the changes of its \
        steps.
        """
      )
    }
    playback.stop()
    let text = tree.selectedPath
    do throws(SessionReadError) {
      let path = text.isEmpty ? nil : log.path(text)
      if !text.isEmpty, path == nil { return fail("'\(text)' cannot be followed.") }
      search = PlayerSearch(
        changes: try ChangeSearch(log.reader, of: path, from: moment.number, direction),
        title: (direction == .forward ? "next" : "previous")
          + " change of \(path?.description ?? "state")")
    } catch {
      fail("\(error)")
    }
  }

  /// Continues the search until it ends or `isOver` returns `true`.
  mutating func continueSearch(until isOver: () -> Bool) {
    guard var current = search else { return }
    do throws(SessionReadError) {
      let outcome = try current.changes.proceed(until: isOver)
      search = outcome == nil ? current : nil
      switch outcome {
      case nil: break
      case .found(let number)?: go(to: log.nearestPosition(of: number))
      case .nothing?: note("There is no \(current.title).")
      }
    } catch {
      search = nil
      fail("\(error)")
    }
  }

  mutating func goToCause() {
    guard let step = moment.step, case .received(let startedBy) = step.origin else {
      return note(
        moment.step?.kind == .action
          ? "The user sent this action: no effect did." : "No effect sent this.")
    }
    guard let position = log.position(of: startedBy) else {
      return note("Step \(startedBy), whose effect sent this, is not in the log.")
    }
    go(to: position)
  }

  mutating func goToConsequence() {
    guard let position = list.firstSent(by: moment.position) else {
      let isKnown = log.isIndexed
      return note(
        isKnown
          ? "No effect of this step sent an action." : "The log is still being read; try it again.")
    }
    go(to: position)
  }

  /// Selects the first step that diverged in the replay, and the value that differs.
  mutating func goToDivergence() {
    guard let divergence = replay.divergence else {
      if case .running = replay { return note("The log is still being replayed.") }
      return explainReplay()
    }
    go(to: log.nearestPosition(of: divergence.step))
    if let path = divergence.path { tree.select(path: path) }
  }

  /// Shows the verdict, in full on a screen of its own or as a message.
  mutating func explainReplay(isWhole: Bool = false) {
    if case .running = replay { return note("The log is still being replayed.") }
    guard let text = replay.explanation else {
      return note("The log replays as recorded: no step differs.")
    }
    if isWhole { open(.verdict) } else { message = ScreenMessage(.note, text) }
  }

  /// Sets or removes a breakpoint at the selected value or, outside the state, at the action.
  mutating func toggleBreakpoint() {
    let breakpoint: Breakpoints.Breakpoint
    if focus == .state {
      breakpoint = .path(tree.selectedPath)
    } else {
      guard let step = moment.step else { return note("There is no action here.") }
      breakpoint = .action(log.text(of: step).caseNames)
    }
    toggle(breakpoint)
  }

  mutating func toggle(_ breakpoint: Breakpoints.Breakpoint) {
    let isSet = list.source.breakpoints.toggle(breakpoint)
    note(
      isSet
        ? "Playing stops at each \(breakpoint.text); B lists breakpoints."
        : "The breakpoint at each \(breakpoint.text) is removed.")
  }
}
