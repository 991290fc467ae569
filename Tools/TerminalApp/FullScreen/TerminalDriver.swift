import CSystem
import CNcurses
import Dispatch
import Foundation
import Platform
package import TerminalUI

/// A driver for the terminal, which paints with ncurses and waits for input on a thread.
@MainActor
package final class TerminalDriver {
  /// The maximum number of inputs read before effects of the app may run.
  private static let maxInputs = 4096
  /// The pause, in milliseconds, that ends a paste that the terminal doesn't mark. A shorter pause
  /// could be due to a busy machine, and the rest of the paste would be handled as keys.
  private static let pause: Int32 = 150

  /// Yields the reason of each wake. The next wake follows a call to `proceed()`.
  package let wakes: AsyncStream<TerminalWake>
  private let continuation: AsyncStream<TerminalWake>.Continuation
  private let waiter = InputWaiter()
  private var assembler = EventAssembler()
  private var painted: Grid?
  private var isOpen = true

  /// Takes over the terminal of standard input and output, or returns `nil` if its type is unknown.
  package init?(hasColor: Bool) {
    guard rp_start(hasColor) else { return nil }
    (wakes, continuation) = AsyncStream.makeStream(of: TerminalWake.self)
    waiter.start(continuation)
  }

  /// Restores the terminal at once when the process is about to end. Can be called from any thread.
  package nonisolated static func restore() {
    rp_restore()
  }

  /// The main actor may use several threads, which are unknown in advance.
  package static func guardStack() {
    rp_guard_stack()
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    waiter.stop()
    continuation.finish()
    rp_stop()
  }

  package func proceed() {
    waiter.proceed()
  }

  /// Wakes the loop over `wakes`. Can be called from any thread.
  package nonisolated static func wake() {
    rp_wake()
  }

  package var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    rp_size(&columns, &rows)
    return Size(width: Int(columns), height: Int(rows))
  }

  package func paint(_ screen: DrawnScreen) {
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

  /// Invalidates the terminal's contents. The next call to `paint(_:)` paints every cell.
  package func redraw() {
    painted = nil
    rp_redraw()
  }

  /// Stops the process and gives the terminal to the shell that started it, until the user returns.
  ///
  /// A process that continues in the background has no terminal, and is stopped again unless it is
  /// about to end.
  func suspend(unless isEnding: () -> Bool) async {
    rp_suspend()
    repeat {
      // If a different thread got the signal, this thread could continue before the process stops.
      raise(SIGSTOP)
      // The shell may hand over the terminal after SIGCONT, and earlier signals may arrive then.
      if !rp_is_in_foreground() { try? await ContinuousClock().sleep(for: .milliseconds(100)) }
      if rp_is_in_foreground() { return resume() }
    } while !isEnding()
  }

  func resume() {
    guard rp_is_in_foreground() else { return }
    rp_resume()
    painted = nil
  }

  /// Reads available input. `isAll` is `false` if there may be more to read at once.
  func readEvents() -> (events: [TerminalEvent], isAll: Bool) {
    if assembler.isInOversizedPaste {
      var isEnded = false
      let bytes = rp_skip_paste(!assembler.isInBurst, Self.pause, &isEnded)
      let event = assembler.skip(bytes: Int(bytes), isEnded: isEnded)
      // A wake follows for the rest of a marked paste. An unmarked paste is read up to its pause.
      return (event.map { [$0] } ?? [], isEnded ? false : !assembler.isInBurst && bytes == 0)
    }
    // An unmarked paste ends at a pause.
    let wait: Int32 = assembler.isInBurst ? Self.pause : 0
    var inputs: [TerminalInput] = []
    while inputs.count < Self.maxInputs {
      let event = rp_next_event(wait)
      if Int(event.kind) == rp_event_none { break }
      if let input = TerminalInput(event) { inputs.append(input) }
    }
    let isAll = inputs.count < Self.maxInputs
    let events = assembler.take(inputs, isFollowedByPause: isAll && wait > 0)
    return (events, isAll && !assembler.isInBurst)
  }

  func readSignals() -> [Int32] {
    var signals: [Int32] = []
    while true {
      let number = rp_next_signal()
      if number < 0 { return signals }
      if number > 0 { signals.append(number) }
    }
  }

  package enum SignalOutcome {
    case none
    /// Signals were handled. The size of the terminal may have changed.
    case handled
    case ending
    case hangup
  }

  package func handleSignals(unless isEnding: () -> Bool = { false }) async -> SignalOutcome {
    var outcome = SignalOutcome.none
    for number in readSignals() {
      switch number {
      case SIGTSTP: await suspend(unless: isEnding)
      case SIGCONT: resume()
      case SIGHUP: return .hangup
      default: break
      }
      // The handler of the signal ends the app. Until then, a background process must not paint.
      if isEnding() { return .ending }
      outcome = .handled
    }
    return outcome
  }

  /// Passes available events to a function until it returns `false`. Returns whether it never did.
  package func handleEvents(_ handle: (TerminalEvent) -> Bool) async -> Bool {
    while true {
      let (events, isAll) = readEvents()
      for event in events { guard handle(event) else { return false } }
      if isAll { return true }
      // Lets effects run during a long paste.
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
