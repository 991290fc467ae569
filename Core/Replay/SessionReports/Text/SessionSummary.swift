import Platform
package import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionLog
import SessionModel
package import SessionDocument
package import SessionReplay

/// The summary of a log that `info` prints.
package struct SessionSummary: Encodable, Sendable {
  package struct Gap: Encodable, Sendable {
    let first: UInt64
    let last: UInt64
  }

  let path: String
  let app: String
  let appVersion: String
  let build: String
  let recorded: String
  let formatVersion: Int
  let level: String
  let steps: UInt64
  /// The steps missing from a recovered log; `nil` if there are none.
  let gaps: [Gap]?
  let blocks: Int
  let bytes: UInt64
  /// `nil` if there are no steps.
  let bytesPerStep: Double?
  /// Whether the part of the log that was read is undamaged.
  package let isWhole: Bool
  /// Whether only the descriptions of the log's parts were read, and not their contents.
  let isQuick: Bool
  /// The step that the app was reducing when it ended, such as `step 12: todos.move(0, to: 2)`.
  let unfinishedStep: String?
  /// The number of changes of shared state from outside the store; `nil` if there are none.
  let outsideChanges: UInt64?
  /// The number of marks; `nil` if there are none.
  let marks: UInt64?
  /// The number of calls that effects made of dependencies; `nil` if the log contains none.
  let calls: Int?
  /// The number of steps taken before the log begins; `nil` if there are none.
  let stepsBeforeStart: UInt64?
  /// The environment of the recording, as described by the app; `nil` if the app gave none.
  let context: [String: String]?
  /// The possible losses, if the journal cannot be read completely.
  let journal: String?
  let damage: String?
  /// The dependencies whose values are recorded.
  let reads: [String]
  /// The fields and associated values that are recorded as tokens only.
  let redacted: [String]
  let stateType: String
  let actionType: String
  let isCompatible: Bool
  /// The reason why this program cannot replay the log, if any.
  let incompatibility: String?
  /// The difference between the recorded initial state and this program's, if any.
  let initialState: InitialStateDifference?
  /// The references that the log does not describe; `nil` if there are none.
  let references: [String]?
  /// The differences between the log's types and this program's, if any.
  let fit: ReplayResults.Fit?

  /// Reads the log in full, or only the descriptions of its parts if `isQuick` is `true`.
  package init<State: Recordable, Action: Recordable>(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>, isQuick: Bool = false
  ) {
    let log = reader.log
    let header = reader.header
    path = log.path
    app = header.app
    appVersion = header.appVersion
    build = header.build
    recorded = header.recorded
    formatVersion = header.version
    level = header.level.rawValue
    self.isQuick = isQuick
    let damage = isQuick ? log.damage : log.verify()
    let contents = damage == nil && !isQuick ? reader.readThrough() : LogContents()
    let fault = contents.fault
    outsideChanges = contents.stepCounts[.outsideChange]
    marks = contents.stepCounts[.mark]
    calls = contents.callCount
    stepsBeforeStart = log.stepsBeforeStart > 0 ? log.stepsBeforeStart : nil
    context = header.context
    steps = damage?.wholeSteps ?? fault?.wholeSteps ?? log.stepCount
    unfinishedStep = (try? reader.unfinishedStep())?.description(in: header)
    journal = log.journalTear?.description
    blocks = log.blocks.count
    let gaps = log.gaps
    self.gaps = gaps.isEmpty ? nil : gaps.map { Gap(first: $0.first, last: $0.last) }
    bytes = log.fileLength
    bytesPerStep = steps > 0 ? (Double(bytes) / Double(steps) * 100).rounded() / 100 : nil
    isWhole = damage == nil && fault == nil
    let description = damage.map { LogReaderError.damaged(path: log.path, damage: $0).description }
    self.damage = (description ?? fault?.description)?.withoutPath(log.path)
    reads = header.dependencies.map(\.name)
    redacted = header.redacted ?? []
    let undescribed = UndescribedReferences(in: header)
    references = undescribed.isEmpty ? nil : undescribed.lines
    stateType = header.typeName(of: header.state)
    actionType = header.typeName(of: header.action)
    var fit: SchemaFit?
    var incompatibility: Incompatibility?
    do throws(Incompatibility) {
      fit = try replayer.fit(of: reader)
      incompatibility = fit?.obstacle
    } catch {
      incompatibility = error
    }
    self.fit = fit.map(ReplayResults.Fit.init)
    initialState = isWhole ? replayer.initialStateDifference(of: reader) : nil
    isCompatible = incompatibility == nil
    self.incompatibility = incompatibility?.description.withoutPath(log.path)
  }

  package func lines(paint: Paint = .none) -> [String] {
    let state = isQuick ? "complete, not read in full" : "whole"
    let size = "\(bytes) bytes" + (bytesPerStep.map { ", \($0) a step" } ?? "")
    var rows: [(String, String)] = [
      ("app", "\(app) \(appVersion)"),
      ("build", build),
      ("recorded", recorded),
      ("format", "version \(formatVersion), level \(level)"),
      ("steps", "\(steps)\(isWhole ? "" : " whole")"),
      ("size", "\(size), \(UInt64(blocks).counted("block"))"),
      ("state", stateType),
      ("actions", actionType),
      ("reads", reads.isEmpty ? "none recorded" : reads.joined(separator: ", ")),
      ("file", damage.map { "damaged: \($0)" } ?? state),
      ("replay", incompatibility.map { "not by this program: \($0)" } ?? "by this program"),
    ]
    if let initialState {
      rows.append(
        (
          "initially",
          "\(initialState.path) is \(initialState.recorded), and \(initialState.current) in this "
            + "program; a replay begins with the recorded state"
        ))
    }
    if let outsideChanges {
      rows.append(("outside", outsideChanges.counted("change") + " of shared state"))
    }
    for line in references ?? [] { rows.append(("reference", line)) }
    if let marks { rows.append(("marks", marks.counted("mark"))) }
    if let calls { rows.append(("calls", UInt64(calls).counted("call") + " of effects")) }
    if let stepsBeforeStart {
      rows.append(("begins", "with step \(stepsBeforeStart + 1); the steps before are not kept"))
    }
    for (name, value) in (context ?? [:]).sorted(by: { $0.key < $1.key }) {
      rows.append(
        (name.count < 10 ? name : "context", name.count < 10 ? value : "\(name): \(value)"))
    }
    if let journal { rows.append(("journal", journal)) }
    if let unfinishedStep { rows.append(("ended", "while it was reducing \(unfinishedStep)")) }
    if let gaps {
      rows.append(("lost", gaps.map { "steps \($0.first) to \($0.last)" }.joined(separator: ", ")))
    }
    if !redacted.isEmpty { rows.append(("redacted", redacted.joined(separator: ", "))) }
    if let fit {
      rows.append(("types", "of another version, \(fit.grade.rawValue)"))
      rows += fit.changes.map { ("", "- \($0)") }
    }
    return [paint(path.visible, as: .strong)]
      + rows.map { name, value in
        let padding = String(repeating: " ", count: 10 - name.count)
        return "  \(name)\(padding)\(value.visible)"
      }
  }
}

private struct LogContents {
  /// The error of the first unreadable step or event, if any.
  var fault: SessionReadError?
  var stepCounts: [StepKind: UInt64] = [:]
  /// `nil` unless the log contains calls.
  var callCount: Int?
}

extension SessionReader {
  /// Counts the steps and calls.
  ///
  /// Expects correct checksums. Ignores values that exceed the limits for reading without types.
  fileprivate func readThrough() -> LogContents {
    var contents = LogContents()
    do throws(SessionReadError) {
      var entries = try SessionEntries(self, comparing: .none)
      while let step = try entries.next() { contents.stepCounts[step.kind, default: 0] += 1 }
    } catch {
      contents.fault = error.exceedsLimit ? nil : error
    }
    guard header.recordsEffects else { return contents }
    let calls = SessionCalls(self)
    contents.callCount = calls.count
    if let fault = calls.fault, !fault.exceedsLimit { contents.fault = contents.fault ?? fault }
    return contents
  }
}

extension SessionReadError {
  /// The number of steps before the fault, if it is in a block.
  fileprivate var wholeSteps: UInt64? {
    if case .badBlock(_, _, _, let wholeSteps, _) = self { wholeSteps } else { nil }
  }

  fileprivate var exceedsLimit: Bool {
    if case .badBlock(_, _, _, _, .value(let cause)) = self { cause.isLimit } else { false }
  }
}

extension SessionHeader {
  /// Returns the full name of a type, or its structure if it has no name.
  fileprivate func typeName(of type: TypeReference) -> String {
    schema.definition(of: type)?.name ?? "\(type)"
  }
}
