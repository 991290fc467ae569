import Foundation
import RecordCoding

/// A folder of plans, which keeps the findings of explorations between runs.
///
/// Each file is named after its contents. The folders of several explorations can therefore be
/// copied into one. Files that were not read are not changed.
package struct PlanFolder: Sendable {
  private let folder: ExplorationFolder
  /// The names of the files of the plans that were read or written.
  private var names: [SessionPlan: [String]] = [:]
  private var savedCount = 0
  private var removedCount = 0
  /// The paths of the files that have no plan. These files remain.
  package private(set) var unreadable: [String] = []

  /// Creates the folder if necessary.
  package init(_ path: String) throws(ExplorationFolderError) {
    folder = try ExplorationFolder(path, from: "corpus")
  }

  /// Returns the plans, the shortest first. Longer ones are kept only if they add something.
  package mutating func plans() -> [SessionPlan] {
    var plans: [SessionPlan] = []
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in files.filter({ $0.hasSuffix(Self.suffix) }).sorted() {
      guard let json = try? Data(contentsOf: url(name)),
        let plan = try? BoundedJSON.decode(SessionPlan.self, from: json), plan.hasPlausiblePauses
      else {
        unreadable.append(url(name).path)
        continue
      }
      if names[plan] == nil { plans.append(plan) }
      names[plan, default: []].append(name)
    }
    return plans.enumerated()
      .sorted { ($0.element.acts.count, $0.offset) < ($1.element.acts.count, $1.offset) }
      .map(\.element)
  }

  /// Writes the plans that an exploration kept since the last call, and removes the plans that it
  /// replaced.
  @MainActor
  package mutating func update(with exploration: Exploration) throws(ExplorationFolderError) {
    try save(exploration.kept[savedCount...])
    savedCount = exploration.kept.count
    remove(exploration.replaced[removedCount...])
    removedCount = exploration.replaced.count
  }

  mutating func save(_ plans: some Sequence<SessionPlan>) throws(ExplorationFolderError) {
    for plan in plans where names[plan] == nil {
      try folder.writing {
        let json = try JSONEncoder.canonical.encode(plan)
        let name = json.withUnsafeBytes { Digest($0) }.text + Self.suffix
        try json.write(to: url(name), options: .atomic)
        names[plan] = [name]
      }
    }
  }

  mutating func remove(_ plans: some Sequence<SessionPlan>) {
    for plan in plans {
      for name in names.removeValue(forKey: plan) ?? [] {
        try? FileManager.default.removeItem(at: url(name))
      }
    }
  }

  private static let suffix = ".plan.json"

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: folder.path).appendingPathComponent(name)
  }
}
