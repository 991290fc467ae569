import Foundation
import RecordCoding
package import ReplayCorpus

/// The result of an exploration or of one of its shards, in the form of its JSON.
package struct ExplorationResult: Codable, Sendable {
  /// The reason why some seeds of a range were not explored.
  package enum Cut: String, Codable, Sendable {
    case time, failures, signal
  }

  /// A failing session, which was minimized.
  package struct Failure: Codable, Sendable {
    package let failure: String
    /// The kind of failure, such as `invariant`.
    package let kind: String
    /// The failure without values. Failures with the same kind and cause count as one.
    package let cause: String
    package let seed: UInt64
    package let story: [String]
    package let log: String

    package init(_ result: SimulationResult, seed: UInt64, story: [String], log: String) {
      failure = result.failure?.description ?? ""
      kind = result.failure?.kind ?? ""
      cause = result.failure?.cause ?? ""
      (self.seed, self.story, self.log) = (seed, story, log)
    }

    /// The lines of a report.
    package var lines: [String] { story + ["  seed \(seed), saved as \(log)"] }
  }

  package let app: String
  package let shard: String
  package var sessions: UInt64
  package var steps: UInt64
  /// The checksum of the logs of all sessions.
  package var checksum: UInt32
  package var failures: [Failure]
  package var remarks: [String]
  /// `nil` if all seeds were explored.
  package var cut: Cut?

  @MainActor
  package init(
    _ exploration: Exploration, of app: String, _ shard: Shard?, _ failures: [Failure], _ cut: Cut?
  ) {
    (self.app, self.failures, self.cut) = (app, failures, cut)
    self.shard = "\(shard?.index ?? 1)/\(shard?.count ?? 1)"
    sessions = UInt64(exploration.sessionCount)
    steps = UInt64(exploration.stepCount)
    checksum = exploration.checksum
    remarks = exploration.remarks.sorted()
  }
}

/// The merged results of the shards of an exploration.
package struct MergedExplorations: Sendable {
  package let result: ExplorationResult
  package let count: Int
  /// The shards without a file, if there are any.
  package let missing: MissingShards?
  /// The shards that did not explore all of their seeds.
  package let cut: [(shard: Int, reason: ExplorationResult.Cut)]

  /// Merges files. Returns `nil` if the first one does not have the result of an exploration.
  ///
  /// Of failures that shards have in common, the first one remains.
  package init?(_ paths: [String]) throws(ExplorationMergeError) {
    guard let first = paths.first.flatMap(Self.result) else { return nil }
    var merged = first
    let count = Shard(first.shard)?.count ?? 1
    self.count = count
    var shards: [Int: String] = [:]
    var cut: [(shard: Int, reason: ExplorationResult.Cut)] = []
    for (index, path) in paths.enumerated() {
      guard let next = Self.result(at: path), let shard = Shard(next.shard) else {
        throw .notResult(path)
      }
      guard next.app == first.app else { throw .otherApp(path, next.app, expected: first.app) }
      guard shard.count == count else { throw .otherCount(path, shard.count, expected: count) }
      if let other = shards[shard.index] { throw .sameShard(path, next.shard, other) }
      shards[shard.index] = path
      if index > 0 { merged.add(next) }
      if let reason = next.cut { cut.append((shard.index, reason)) }
    }
    merged.remarks = Set(merged.remarks).sorted()
    merged.cut = cut.first?.reason
    (result, self.cut) = (merged, cut)
    missing = MissingShards(besides: shards.keys, of: count)
  }

  private static func result(at path: String) -> ExplorationResult? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).flatMap {
      try? BoundedJSON.decode(ExplorationResult.self, from: $0)
    }
  }
}

extension ExplorationResult.Cut: CustomStringConvertible {
  package var description: String {
    switch self {
    case .time: "the time was over; give a longer --time"
    case .failures: "as many different failures were found as wanted; give a larger --failures"
    case .signal: "a signal ended it"
    }
  }
}

extension ExplorationResult {
  fileprivate mutating func add(_ next: ExplorationResult) {
    sessions.addClamped(next.sessions)
    steps.addClamped(next.steps)
    // The order of the files must not matter.
    checksum ^= next.checksum
    remarks += next.remarks
    failures += next.failures.filter { failure in !failures.contains { $0.isSame(as: failure) } }
  }
}

extension ExplorationResult.Failure {
  fileprivate func isSame(as other: Self) -> Bool { kind == other.kind && cause == other.cause }
}

package enum ExplorationMergeError: Error, Hashable, Sendable {
  case notResult(String)
  case otherApp(String, String, expected: String)
  case otherCount(String, Int, expected: Int)
  case sameShard(String, String, String)
}

extension ExplorationMergeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notResult(let path):
      "'\(path)' does not have the result of an exploration, which 'explore --json' prints"
    case .otherApp(let path, let app, let expected):
      "'\(path)' has a result of '\(app)', and the first file one of '\(expected)'"
    case .otherCount(let path, let count, let expected):
      "'\(path)' has a result of one of \(count) shards, and the first file of one of \(expected)"
    case .sameShard(let path, let shard, let other):
      "'\(path)' has the result of shard \(shard), and so has '\(other)'"
    }
  }
}
