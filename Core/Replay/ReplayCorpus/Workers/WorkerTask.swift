import Foundation
import RecordCoding
import SessionReplay

package struct WorkerSettings: Sendable {
  let executable: WorkerExecutable
  /// The time without a finished step after which a worker is stopped, in seconds.
  let timeout: Int
  /// The memory that a worker may write to, in MiB.
  let memory: Int

  package static let defaultTimeout = 60

  /// Creates settings. `nil` stands for a timeout of 60 seconds, or a limit of 2,048 MiB.
  package init(_ executable: WorkerExecutable, timeout: Int? = nil, memory: Int? = nil) {
    self.executable = executable
    self.timeout = timeout ?? Self.defaultTimeout
    self.memory = memory ?? 2048
  }

  /// The settings of workers whose hash seeds differ, even if the seed of this process is fixed.
  var hashingRandomly: WorkerSettings {
    WorkerSettings(executable.hashingRandomly, timeout: timeout, memory: memory)
  }
}

struct WorkerTask: Codable {
  enum Kind: String, Codable {
    case replay
    case update
    /// Runs the effects of logs, to find out how an update would change their calls.
    case calls
    /// Reduces parts of one log, to find a smaller one that still fails.
    case candidates
  }

  let kind: Kind
  let keepsGoing: Bool
  let isParanoid: Bool
  let isStrict: Bool
  /// Whether effects are run too: to verify them, or to update the calls of a log.
  var runsEffects = false
  let timeout: Int
  let memory: Int
  /// The description of the search, which the evaluator of candidates reads.
  var candidates: String?
}

package protocol WorkerReport: Codable, Sendable {
  /// The short form of the most frequent result; `nil` for other results.
  var compact: [UInt8]? { get }

  init?(compact: ArraySlice<UInt8>, path: String)

  init(path: String, failure: String)
}

extension WorkerReport {
  package var compact: [UInt8]? { nil }

  package init?(compact: ArraySlice<UInt8>, path: String) { return nil }

  package var encoded: [UInt8] {
    if let compact { return [0] + compact }
    // Strings and numbers always encode.
    guard let json = try? JSONEncoder().encode(self) else {
      preconditionFailure("no JSON for \(Self.self)")
    }
    return [1] + json
  }

  package init?(encoded bytes: ArraySlice<UInt8>, path: String) {
    switch bytes.first {
    case 0: self.init(compact: bytes.dropFirst(), path: path)
    case 1:
      guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes.dropFirst())) else {
        return nil
      }
      self = value
    default: return nil
    }
  }
}

extension ReplayReport: WorkerReport {
  package var compact: [UInt8]? {
    guard isPlainMatch else { return nil }
    return [verifiedSteps, stepCount, microseconds].flatMap { number in
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
  }

  package init?(compact: ArraySlice<UInt8>, path: String) {
    guard compact.count == 24 else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let numbers = (0..<3).map { number(compact.dropFirst(8 * $0).prefix(8)) }
    guard numbers.allSatisfy({ $0 < BoundedJSON.limit }) else { return nil }
    self.init(path: path, verdict: .match, verifiedSteps: numbers[0], stepCount: numbers[1])
    microseconds = numbers[2]
  }

  package init(path: String, failure: String) {
    self.init(path: path, verdict: .failed(failure))
  }
}

extension UpdateReport: WorkerReport {
  package var compact: [UInt8]? {
    if case .unchanged = outcome { [] } else { nil }
  }

  package init?(compact: ArraySlice<UInt8>, path: String) {
    guard compact.isEmpty else { return nil }
    self.init(path: path, outcome: .unchanged)
  }

  package init(path: String, failure: String) {
    self.init(path: path, outcome: .refused(.failed(failure)))
  }
}
