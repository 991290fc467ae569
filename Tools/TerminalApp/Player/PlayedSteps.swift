import Platform
import SessionDocument
import SessionLog
import SessionReplay
import TerminalUI

/// The steps of a log for the list, with the marks of the player.
package struct PlayedSteps: StepListSource {
  var log: PlayedLog
  var breakpoints = Breakpoints()
  var divergence: UInt64?

  package var count: Int { log.count }

  package var indexedCount: Int { log.index.count + 1 }

  package func number(at position: Int) -> UInt64 { log.number(at: position) }

  package func sender(of position: Int) -> Int? { log.sender(of: position) }

  package func row(at position: Int) -> StepListRow? {
    guard var row = log.row(at: position) else { return nil }
    if breakpoints.stops(at: row.action) { row.flag = "●" }
    if let divergence, log.number(at: position) == divergence {
      (row.flag, row.color) = ("≠", .danger)
    }
    return row
  }

  package func searchedText(at position: Int) -> String { log.searchedText(at: position) }

  package var hasCalls: Bool { log.calls.isRecorded }

  package func callCount(at position: Int) -> Int {
    position > 0 ? log.calls.count(ofEffectsOf: log.number(at: position)) : 0
  }

  package func callText(_ call: Int, at position: Int) -> String {
    log.calls.call(call, ofEffectsOf: log.number(at: position))
      .map { log.callText.text(of: $0).visible } ?? ""
  }

  package func searchedCalls(at position: Int) -> String {
    guard callCount(at: position) > 0 else { return "" }
    return log.calls.calls(ofEffectsOf: log.number(at: position))
      .map { log.wholeCallText.text(of: $0).visible }.joined(separator: "\n")
  }
}
