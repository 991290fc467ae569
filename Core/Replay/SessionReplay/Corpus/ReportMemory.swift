/// What is known of logs before they are replayed, and is told what comes of the others.
package protocol ReportMemory: AnyObject {
  /// Tells which logs come next, so that they can be looked at on all cores.
  func prepare(_ logs: [(index: Int, path: String)])

  /// The report of a log that need not be replayed.
  func report(ofLogAt index: Int, _ path: String) -> ReplayReport?

  /// Notes what came of a log, in the order in which logs are finished.
  func note(_ report: ReplayReport, at index: Int)
}

extension ReportMemory {
  package func prepare(_ logs: [(index: Int, path: String)]) {}
}

/// Several memories, of which the first that knows a report tells the others.
package final class ReportMemories: ReportMemory {
  private let memories: [any ReportMemory]

  /// Asks the memories in this order.
  package init(_ memories: [any ReportMemory]) {
    self.memories = memories
  }

  package func prepare(_ logs: [(index: Int, path: String)]) {
    for memory in memories { memory.prepare(logs) }
  }

  package func report(ofLogAt index: Int, _ path: String) -> ReplayReport? {
    for (position, memory) in memories.enumerated() {
      guard let report = memory.report(ofLogAt: index, path) else { continue }
      for earlier in memories[..<position] { earlier.note(report, at: index) }
      return report
    }
    return nil
  }

  package func note(_ report: ReplayReport, at index: Int) {
    for memory in memories { memory.note(report, at: index) }
  }
}
