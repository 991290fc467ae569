import Foundation
import RecordCoding

/// A folder of plans, which keeps what explorations found between runs.
package struct PlanFolder: Sendable {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Returns the plans, the shortest first, so that longer ones are kept only for what they add.
  package func plans() -> [SessionPlan] {
    let plans = files.compactMap { file in
      (try? Data(contentsOf: file)).flatMap {
        try? JSONDecoder().decode(SessionPlan.self, from: $0)
      }
    }
    return plans.enumerated()
      .sorted { ($0.element.acts.count, $0.offset) < ($1.element.acts.count, $1.offset) }
      .map(\.element)
  }

  /// Replaces the plans of the folder, which is created if necessary.
  package func save(_ plans: [SessionPlan]) throws {
    let folder = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let previous = Set(files.map(\.lastPathComponent))
    var names: Set<String> = []
    for (index, plan) in plans.enumerated() {
      let number = "\(index + 1)"
      let name = String(repeating: "0", count: max(0, 5 - number.count)) + number + Self.suffix
      names.insert(name)
      try JSONEncoder.canonical.encode(plan).write(
        to: folder.appendingPathComponent(name), options: .atomic)
    }
    for name in previous.subtracting(names) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  private static let suffix = ".plan.json"

  private var files: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(Self.suffix) }.sorted().map {
      URL(fileURLWithPath: path).appendingPathComponent($0)
    }
  }
}
