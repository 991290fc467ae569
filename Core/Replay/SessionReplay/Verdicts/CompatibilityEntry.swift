import RecordCoding
package import SchemaEvolution
import SessionLog
package import SessionDocument

/// The result of checking a log of a corpus against this build's types.
package struct CompatibilityEntry: Sendable {
  package enum Outcome: Sendable {
    /// The log has these types, or can be converted to them.
    case resolved(SchemaFit?)
    case incompatible(Incompatibility)
    /// The log is damaged; its intact part wasn't checked.
    case damaged(SessionReadError)
  }

  package let path: String
  package let outcome: Outcome
  /// The app's dependencies that are newer than the log and that a replay reads, or may read.
  package var addedDependencies: [String] = []
  package var initialState: InitialStateDifference?

  package var grade: ResolutionGrade? {
    switch outcome {
    case .resolved(let fit): max(fit?.grade ?? .fine, addedDependencies.isEmpty ? .fine : .risky)
    case .incompatible: .impossible
    case .damaged: nil
    }
  }

  /// The verdict whose exit code a process uses for this result.
  package var kind: Verdict.Kind {
    switch outcome {
    case .resolved(let fit): fit?.obstacle == nil ? .match : .incompatible
    case .incompatible: .incompatible
    case .damaged: .damaged
    }
  }
}

extension CompatibilityEntry {
  /// Whether only a replay can show if the log has answers for all reads.
  package var needsReplay: Bool { !addedDependencies.isEmpty && kind == .match }

  /// Keeps all dependencies if the replay ended before the log did, or if the report lists only
  /// some differences.
  package mutating func removeUnreadDependencies(after report: ReplayReport) {
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
  /// A replayer that replays a whole log to find what its steps read.
  package var readingAll: Self {
    var replayer = self
    replayer.keepsGoing = true
    return replayer
  }

  package func compatibilityEntry(path: String) -> CompatibilityEntry {
    var entry = compatibilityEntry(ofTypesIn: path)
    if entry.needsReplay { entry.removeUnreadDependencies(after: readingAll.replay(path: path)) }
    return entry
  }

  package func compatibilityEntry(ofTypesIn path: String) -> CompatibilityEntry {
    do {
      let reader = try SessionReader(path: path)
      let fit = try fit(of: reader)
      // The lost steps of a damaged log may not fit. Its grade is therefore unknown.
      if case .damaged(let damage) = reader.log.state {
        let error = SessionReadError.log(.damaged(path: path, damage: damage))
        return CompatibilityEntry(path: path, outcome: .damaged(error))
      }
      return CompatibilityEntry(
        path: path, outcome: .resolved(fit),
        addedDependencies: namesOfAddedDependencies(since: reader.header),
        initialState: initialStateDifference(of: reader))
    } catch let error as Incompatibility {
      return CompatibilityEntry(path: path, outcome: .incompatible(error))
    } catch let error as SessionReadError {
      if case .incompatible(let log) = Self.verdict(of: error) {
        return CompatibilityEntry(path: path, outcome: .incompatible(log.reason))
      }
      return CompatibilityEntry(path: path, outcome: .damaged(error))
    } catch {
      preconditionFailure("reading a log throws its own errors only, not \(error)")
    }
  }
}
