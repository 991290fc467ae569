package import SessionReplay

/// A source of known reports, which lets logs be skipped and receives the reports of the others.
package protocol ReportMemory: AnyObject {
  /// Prepares for the next logs, which can be examined on all cores.
  func prepare(_ logs: [(index: Int, path: String)])

  func report(ofLogAt index: Int, _ path: String) -> ReplayReport?

  /// Records the report of a log. Called in the order in which logs finish.
  func note(_ report: ReplayReport, at index: Int)
}

extension ReportMemory {
  package func prepare(_ logs: [(index: Int, path: String)]) {}
}

/// A list of memories. The first memory that knows a report passes it to the memories before it.
package final class ReportMemories: ReportMemory {
  private let memories: [any ReportMemory]

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
