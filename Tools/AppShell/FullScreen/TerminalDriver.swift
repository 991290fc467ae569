import CNcurses
import Dispatch
import Foundation
import Locking
import TerminalUI

/// The terminal: ncurses paints what has changed, and a thread waits for what is typed.
@MainActor
final class TerminalDriver {
  /// As much as is read before the app has a turn again.
  private static let turn = 4096
  /// A pause of so many milliseconds ends a paste that the terminal does not mark; a shorter one
  /// may be a machine that is busy, and what is left of the paste would be taken for keys.
  private static let pause: Int32 = 150

  /// Tells, each time something is to be read, what that is; nothing more comes until `proceed`.
  let wakes: AsyncStream<TerminalWake>
  private let continuation: AsyncStream<TerminalWake>.Continuation
  private let waiter = InputWaiter()
  private var assembler = EventAssembler()
  private var painted: Grid?
  private var isOpen = true

  /// Takes the terminal that is the standard input and output; `nil` if it is of no known kind.
  init?(hasColor: Bool) {
    guard rp_start(hasColor) else { return nil }
    (wakes, continuation) = AsyncStream.makeStream(of: TerminalWake.self)
    waiter.start(continuation)
  }

  /// Gives the terminal back at once, from any thread, when the process ends without ado.
  nonisolated static func restore() {
    rp_restore()
  }

  /// Has the terminal given back if the stack of this thread overflows.
  ///
  /// The main actor works on one thread after the other, which are not known beforehand.
  static func guardStack() {
    rp_guard_stack()
  }

  /// Gives the terminal back as it was.
  func close() {
    guard isOpen else { return }
    isOpen = false
    waiter.stop()
    continuation.finish()
    rp_stop()
  }

  /// Has what is to be read looked for again.
  func proceed() {
    waiter.proceed()
  }

  /// Wakes whoever waits for the terminal; from any thread.
  nonisolated static func wake() {
    rp_wake()
  }

  /// How large the terminal is.
  var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    rp_size(&columns, &rows)
    return Size(width: Int(columns), height: Int(rows))
  }

  /// Paints what has changed since it last did.
  func paint(_ screen: DrawnScreen) {
    let grid = screen.frame.grid
    for run in grid.changes(since: painted) {
      var column = run.column
      for cell in run.cells {
        Self.put(cell, column: column, row: run.row)
        column += cell.width
      }
    }
    painted = grid
    let cursor = screen.cursor
    rp_refresh(Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
  }

  /// Forgets what is on the screen, so that all of it is painted again.
  func redraw() {
    painted = nil
    rp_redraw()
  }

  /// Lets the person have the shell that started this, until they come back.
  ///
  /// A process that goes on in the background has no terminal: it is stopped again, unless it is
  /// about to end.
  func suspend(unless isEnding: () -> Bool) async {
    rp_suspend()
    repeat {
      // To this thread: another one would stop this one a moment later, after it has gone on.
      raise(SIGSTOP)
      // A signal to end may have come before the one to go on, and is told of a moment later; and
      // whoever gives the terminal may do so a moment later.
      if !rp_is_in_foreground() { try? await ContinuousClock().sleep(for: .milliseconds(100)) }
      if rp_is_in_foreground() { return resume() }
    } while !isEnding()
  }

  /// Takes the terminal again after the process was stopped.
  func resume() {
    guard rp_is_in_foreground() else { return }
    rp_resume()
    painted = nil
  }

  /// What has been typed; `isAll` is false if there is more than fits in one turn.
  func readEvents() -> (events: [TerminalEvent], isAll: Bool) {
    if assembler.isInOversizedPaste {
      var isEnded = false
      let bytes = rp_skip_paste(!assembler.isInBurst, Self.pause, &isEnded)
      let event = assembler.skip(bytes: Int(bytes), isEnded: isEnded)
      // Where there is a mark, the rest of the paste is waited for.
      return (event.map { [$0] } ?? [], isEnded ? false : !assembler.isInBurst && bytes == 0)
    }
    // The end of a paste that the terminal does not mark is a pause.
    let wait: Int32 = assembler.isInBurst ? Self.pause : 0
    var inputs: [TerminalInput] = []
    while inputs.count < Self.turn {
      let event = rp_next_event(wait)
      if Int(event.kind) == rp_event_none { break }
      if let input = TerminalInput(event) { inputs.append(input) }
    }
    let isAll = inputs.count < Self.turn
    let events = assembler.take(inputs, isFollowedByPause: isAll && wait > 0)
    return (events, isAll && !assembler.isInBurst)
  }

  /// The signals that came.
  func readSignals() -> [Int32] {
    var signals: [Int32] = []
    while true {
      let number = rp_next_signal()
      if number < 0 { return signals }
      if number > 0 { signals.append(number) }
    }
  }

  /// What came of signals.
  enum SignalOutcome {
    /// None came.
    case none
    /// The terminal may have another size.
    case handled
    /// The process is about to end.
    case ending
    /// The terminal went away.
    case hangup
  }

  /// Does what the signals ask for that came: stops the process, or takes the terminal again.
  func handleSignals(unless isEnding: () -> Bool = { false }) async -> SignalOutcome {
    var outcome = SignalOutcome.none
    for number in readSignals() {
      switch number {
      case SIGTSTP: await suspend(unless: isEnding)
      case SIGCONT: resume()
      case SIGHUP: return .hangup
      default: break
      }
      // Whoever took the signal to end ends the app, and closes this; in the background there is
      // no screen to paint until then.
      if isEnding() { return .ending }
      outcome = .handled
    }
    return outcome
  }

  /// Hands on all that was typed, as long as the function returns true; returns whether it always did.
  func handleEvents(_ handle: (TerminalEvent) -> Bool) async -> Bool {
    while true {
      let (events, isAll) = readEvents()
      for event in events { guard handle(event) else { return false } }
      if isAll { return true }
      // Effects have a turn within a long paste.
      await Task.yield()
    }
  }

  private static func put(_ cell: Cell, column: Int, row: Int) {
    let style = cell.style
    var attributes = 0
    if style.isBold { attributes |= rp_bold }
    if style.isDim { attributes |= rp_dim }
    if style.isReversed { attributes |= rp_reverse }
    if style.isUnderlined { attributes |= rp_underline }
    guard cell.width > 0 else { return }
    for (offset, scalars) in cell.painted.enumerated() {
      scalars.withUnsafeBufferPointer { buffer in
        rp_put(
          Int32(column + offset), Int32(row), buffer.baseAddress, Int32(buffer.count),
          Int32(attributes), Int32(style.color.rawValue))
      }
    }
  }
}
