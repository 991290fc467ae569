import RecordCoding
import SessionModel
import SessionDocument

extension Exploration {
  /// Learns from a recorded log which actions users send. A log that cannot be read is skipped.
  package func learn(from path: String) {
    guard let reader = try? SessionReader(path: path),
      var entries = try? SessionEntries(reader, comparing: .none)
    else { return }
    let header = reader.header
    while let step = try? entries.next() {
      guard step.kind == .action, step.origin == .sent else { continue }
      included.insert(header.schema.casePath(of: step.action, as: header.action))
    }
  }
}
