import RecordCoding
package import RecordSchema
import SessionLog

/// How one log of a corpus fits this build's types.
package struct CompatibilityEntry: Sendable {
  /// What was found.
  package enum Standing: Sendable {
    /// The log is of these types, or can be resolved to them.
    case resolved(SchemaFit?)
    /// The log is not of this app, or of a format that this program cannot read.
    case incompatible(Incompatibility)
    /// The log is not whole; what is whole of it was not judged.
    case damaged(SessionReadError)
  }

  /// The path of the log.
  package let path: String
  /// What was found.
  package let standing: Standing
  /// The app's dependencies that the log is older than, and that a replay reads from or may read from.
  package var addedDependencies: [String] = []
  /// The difference of this build's initial state from the recorded one, if there is one.
  package var initialState: InitialStateDifference?

  /// The grade; `nil` if the log is damaged.
  package var grade: ResolutionGrade? {
    switch standing {
    case .resolved(let fit): max(fit?.grade ?? .fine, addedDependencies.isEmpty ? .fine : .risky)
    case .incompatible: .impossible
    case .damaged: nil
    }
  }

  /// The exit code of a process that found this to be the worst.
  package var kind: Verdict.Kind {
    switch standing {
    case .resolved(let fit): fit?.obstacle == nil ? .match : .incompatible
    case .incompatible: .incompatible
    case .damaged: .damaged
    }
  }
}

extension CompatibilityEntry {
  /// Whether only a replay tells if the log has answers for all that a reducer reads.
  var needsReplay: Bool { !addedDependencies.isEmpty && kind == .match }

  /// Keeps of the dependencies that the log is older than those that a replay reads from.
  ///
  /// All are kept if the replay ends before the log does, or if more steps differ than it lists.
  mutating func judge(by report: ReplayReport) {
    var differences: [Divergence]
    switch report.verdict {
    case .match: differences = []
    case .diverged(let first): differences = [first]
    case .crashed, .incompatible, .damaged, .failed: return
    }
    if let differing = report.differing {
      differences = differing.first
      guard differing.count == UInt64(differences.count) else { return }
    } else if !differences.isEmpty, !differences.contains(where: \.isUnanswered) {
      return
    }
    let names = differences.compactMap { difference in
      if case .unanswered(let name) = difference.kind { name } else { nil }
    }
    addedDependencies.removeAll { !names.contains($0) }
  }
}

extension Divergence {
  fileprivate var isUnanswered: Bool {
    if case .unanswered = kind { true } else { false }
  }
}

extension SessionReplayer {
  /// The replayer that goes through a whole log to see what its steps read.
  var drawing: Self {
    var replayer = self
    replayer.keepsGoing = true
    return replayer
  }

  /// Judges a log by its types, by the values in it that a change may concern, and, if it is older
  /// than a recorded dependency, by a replay.
  package func compatibilityEntry(path: String) -> CompatibilityEntry {
    var entry = compatibilityEntry(ofTypesIn: path)
    if entry.needsReplay { entry.judge(by: drawing.replay(path: path)) }
    return entry
  }

  /// Judges a log as far as it can be judged without a replay.
  func compatibilityEntry(ofTypesIn path: String) -> CompatibilityEntry {
    do {
      let reader = try SessionReader(path: path)
      let fit = try fit(of: reader)
      // A log that has lost steps may hold in them what stands in the way.
      if case .damaged(let damage) = reader.log.state {
        let error = SessionReadError.log(.damaged(path: path, damage: damage))
        return CompatibilityEntry(path: path, standing: .damaged(error))
      }
      return CompatibilityEntry(
        path: path, standing: .resolved(fit),
        addedDependencies: namesOfAddedDependencies(since: reader.header),
        initialState: initialStateDifference(of: reader))
    } catch let error as Incompatibility {
      return CompatibilityEntry(path: path, standing: .incompatible(error))
    } catch let error as SessionReadError {
      if case .incompatible(let log) = Self.verdict(of: error) {
        return CompatibilityEntry(path: path, standing: .incompatible(log.reason))
      }
      return CompatibilityEntry(path: path, standing: .damaged(error))
    } catch {
      preconditionFailure("reading a log throws its own errors only, not \(error)")
    }
  }
}
