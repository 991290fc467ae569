import Foundation
import RecordCoding

/// A folder of plans, which keeps what explorations found between runs.
///
/// Each file is named after its contents, so that the folders of several explorations can be copied
/// into one.
package struct PlanFolder: Sendable {
  private let path: String
  /// The names of the files that were read.
  private var names: Set<String> = []

  package init(_ path: String) {
    self.path = path
  }

  /// Returns the plans, the shortest first, so that longer ones are kept only for what they add.
  package mutating func plans() -> [SessionPlan] {
    let files = files
    names = Set(files.map(\.lastPathComponent))
    let plans = files.compactMap { file in
      (try? Data(contentsOf: file)).flatMap {
        try? JSONDecoder().decode(SessionPlan.self, from: $0)
      }
    }
    return plans.enumerated()
      .sorted { ($0.element.acts.count, $0.offset) < ($1.element.acts.count, $1.offset) }
      .map(\.element)
  }

  /// Replaces the plans that were read. The folder is created if necessary.
  package func save(_ plans: [SessionPlan]) throws {
    let folder = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var kept: Set<String> = []
    for plan in plans {
      let json = try JSONEncoder.canonical.encode(plan)
      let name = json.withUnsafeBytes { Digest($0) }.text + Self.suffix
      kept.insert(name)
      guard !names.contains(name) else { continue }
      try json.write(to: folder.appendingPathComponent(name), options: .atomic)
    }
    for name in names.subtracting(kept) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
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
