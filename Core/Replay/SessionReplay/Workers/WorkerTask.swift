import Foundation

/// The executable and the limits of worker processes.
package struct WorkerSettings: Sendable {
  /// The executable that workers are started from.
  let executable: WorkerExecutable
  /// The seconds without a finished step after which a worker is stopped.
  let timeout: Int
  /// The memory that a worker may write to, in MiB.
  let memory: Int

  /// Creates settings; `nil` stands for the usual limits.
  package init(_ executable: WorkerExecutable, timeout: Int? = nil, memory: Int? = nil) {
    self.executable = executable
    self.timeout = timeout ?? 60
    self.memory = memory ?? 2048
  }
}

/// The work of a worker, and its limits.
struct WorkerTask: Codable {
  enum Kind: String, Codable {
    /// A log is replayed.
    case replay
    /// A log is replayed, and written anew if it differs.
    case update
    /// Parts of one log are reduced, to find a smaller one.
    case candidates
  }

  let kind: Kind
  let keepsGoing: Bool
  let isParanoid: Bool
  let isStrict: Bool
  let timeout: Int
  let memory: Int
  /// The log whose parts are reduced.
  var candidates: CandidateTask?
}

/// A result that a worker sends back.
package protocol WorkerReport: Codable, Sendable {
  /// A short form of the most frequent result, if this is one.
  var compact: [UInt8]? { get }

  /// Reads the short form.
  init?(compact: ArraySlice<UInt8>, path: String)

  /// The result of a request that no worker could complete.
  init(path: String, failure: String)
}

extension WorkerReport {
  package var compact: [UInt8]? { nil }

  package init?(compact: ArraySlice<UInt8>, path: String) { return nil }

  /// The result as a worker sends it.
  package var encoded: [UInt8] {
    if let compact { return [0] + compact }
    // Results are made of text and numbers, which always encode.
    guard let json = try? JSONEncoder().encode(self) else {
      preconditionFailure("no JSON for \(Self.self)")
    }
    return [1] + json
  }

  /// Reads what a worker sent for the log of a path.
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
    self.init(
      path: path, verdict: .match, verifiedSteps: number(compact.prefix(8)),
      stepCount: number(compact.dropFirst(8).prefix(8)))
    microseconds = number(compact.suffix(8))
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
