import Dispatch
import Foundation

/// Calls a function for each number below a count, on all cores at once, and waits for the last.
func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
  let cores = min(count, ProcessInfo.processInfo.activeProcessorCount)
  DispatchQueue.concurrentPerform(iterations: cores) { core in
    for number in stride(from: core, to: count, by: cores) { body(number) }
  }
}
