import Foundation
import RecordCoding
import RecordedValues
package import SessionLog
import SessionModel

/// A converter from the lines that `SessionExport` writes to a log, one line at a time.
///
/// Needs no code of the app, and trusts no line: each value must match its type in the header's
/// schema, and each change must fit the state after the previous steps.
package final class SessionImport {
  let writer: LogWriter
  let header: SessionHeader
  /// The state after the last step, if the log contains it.
  private var state: RecordedValue?
  private var hasState = false
  private var last: UInt64 = 0
  private var hasEnded = false
  private var assembly = StepAssembly()
  private var keyframe: [UInt8]?
  private var keyframeLength = 0
  private var lengthSinceKeyframe = 0
  private var followsGap = false
  private var firstStep: UInt64 = 1
  private var emptyBlocks = 0
  private var references: EventReferences

  package init(
    header line: [UInt8], to path: String, overwrite: Bool
  ) throws(SessionImportError) {
    let (header, bytes) = try SessionHeader.imported(from: line)
    self.header = header
    references = EventReferences(header: header, startsLater: false)
    do throws(LogWriterError) {
      writer = try LogWriter(
        path: path, header: bytes,
        options: LogWriterOptions(overwrite: overwrite, payloads: .session))
    } catch {
      throw .writing(error)
    }
  }

  package func add(_ line: [UInt8], number: Int) throws(SessionImportError) {
    let value = try JSONValue(line, number: number)
    do throws(ValueFault) {
      let line = try ImportedLine(value)
      switch try line.string("kind") {
      case "state": try addState(line)
      case "action", "mark", "outsideChange": try addStep(line)
      case let kind:
        guard let event = ExportedEvent(rawValue: kind) else {
          throw ValueFault(
            "kind", "'\(kind)' is not state, action, outsideChange, mark, or an event of an effect")
        }
        try addEvent(event, line)
      }
    } catch {
      throw .badValue(line: number, key: error.key, description: error.description)
    }
  }

  package func finish() throws(SessionImportError) -> LogSummary {
    endBlock()
    do throws(LogWriterError) {
      return try writer.finish()
    } catch {
      throw .writing(error)
    }
  }

  package func discard() { writer.discard() }
}

extension SessionImport {
  private func addState(_ line: ImportedLine) throws(ValueFault) {
    try line.check(["kind", "after", "followsGap", "state", "supplement"])
    let step = try line.number("after")
    let isAfterGap = try line.flag("followsGap")
    try checkOrder(of: step, isAfterGap)
    let value = try line.value("state").recorded(as: header.state, in: header.schema, at: "state")
    if hasState, step == last, header.level != .actions, let state, state != value {
      throw ValueFault("state", "it is not the state after the previous steps")
    }
    let keyframe = keyframe(of: value, supplement: try supplement(line))
    endBlock()
    guard emptyBlocks < 2 else {
      throw ValueFault("kind", "it is the third state in a row without a step between them")
    }
    begin(keyframe)
    if step > last { references.crossGap() }
    (state, hasState, last, firstStep, followsGap) = (value, true, step, step + 1, isAfterGap)
  }

  private func begin(_ keyframe: [UInt8]) {
    (self.keyframe, keyframeLength, lengthSinceKeyframe) = (keyframe, keyframe.count, 0)
  }

  private func checkOrder(of step: UInt64, _ isAfterGap: Bool) throws(ValueFault) {
    if hasEnded { throw ValueFault("kind", "nothing can follow a step that is unfinished") }
    let startsLater = !hasState && header.requires.contains(LogFormat.laterStart)
    if isAfterGap || startsLater {
      // No app takes this many steps. The limit keeps sums of step numbers from overflowing.
      guard step >= last, step < 1 << 62, startsLater || step - last < LogFormat.maximumGap,
        !isAfterGap || step > last
      else {
        throw ValueFault("after", "a gap cannot lead from step \(last) to step \(step)")
      }
    } else if step != last {
      throw ValueFault(
        "after", "it follows step \(last), not \(step); mark lost steps with \"followsGap\": true"
      )
    }
  }

  private func supplement(_ line: ImportedLine) throws(ValueFault) -> [UInt8] {
    guard line["supplement"] != nil else { return [] }
    return try line.bytes("supplement")
  }

  private func endBlock() {
    guard keyframe != nil || !assembly.isEmpty else { return }
    let stepCount = assembly.stepCount
    let block = assembly.takeBlock(
      keyframe: keyframe, firstStep: firstStep, followsGap: followsGap, endsUnfinished: hasEnded)
    writer.append(block: block)
    firstStep += UInt64(stepCount)
    (keyframe, followsGap) = (nil, false)
    emptyBlocks = stepCount == 0 ? emptyBlocks + 1 : 0
  }
}

extension SessionImport {
  private func addStep(_ line: ImportedLine) throws(ValueFault) {
    let step = try ImportedStep(line, header: header)
    guard hasState else { throw ValueFault("kind", "there is no state before the first step") }
    guard !hasEnded else {
      throw ValueFault("kind", "nothing can follow a step that is unfinished")
    }
    guard step.number == last + 1 else {
      throw ValueFault("step", "step \(last + 1) comes next, not \(step.number)")
    }
    var content = step.content
    var flags = step.flags
    if let bytes = step.changeBytes {
      content += bytes
      flags.insert(.change)
    } else if let change = try change(step.changes) {
      content += change
      flags.insert(.change)
    }
    guard !flags.contains(.outside) || flags.contains(.change) else {
      throw ValueFault("changes", "a change from outside must change the state")
    }
    assembly.append(
      flags, content: content, distance: step.distance, reads: step.reads, elapsed: step.elapsed)
    last = step.number
    hasEnded = flags.contains(.unfinished)
    lengthSinceKeyframe += content.count + (step.reads?.count ?? 0)
    if assembly.isFull { endBlock() }
    addKeyframeIfDue()
  }

  private func addEvent(_ kind: ExportedEvent, _ line: ImportedLine) throws(ValueFault) {
    guard hasState else { throw ValueFault("kind", "there is no state before the first event") }
    guard !hasEnded else {
      throw ValueFault("kind", "nothing can follow a step that is unfinished")
    }
    let event = try ImportedEvent(kind, line, header: header, after: last, &references)
    // A reader accepts few consecutive blocks without steps, so a block with only events grows.
    if assembly.isFull, assembly.stepCount > 0 { endBlock() }
    assembly.append(event.event, elapsed: event.elapsed)
  }

  /// Applies changes to the state. Returns the encoded difference, or `nil` if nothing changed.
  private func change(_ changes: [ImportedChange]) throws(ValueFault) -> [UInt8]? {
    guard !changes.isEmpty, let old = state, var new = state else { return nil }
    let touched = TouchedParts()
    for change in changes {
      try change.apply(to: &new, as: header.state, in: header.schema, touching: touched)
    }
    state = new
    var encoder = RecordEncoder()
    let hasChanged = encoder.encodeChange(
      from: old, to: new, as: header.state, in: header.schema, touching: touched)
    return hasChanged ? encoder.bytes : nil
  }

  /// A reader refuses steps that are many times longer than the keyframe before them.
  private func addKeyframeIfDue() {
    guard lengthSinceKeyframe > (512 << 10) + 6 * keyframeLength, header.level != .actions,
      header.supplements == nil, !header.sharesValues,
      !hasEnded, let state
    else { return }
    endBlock()
    begin(keyframe(of: state))
  }

  private func keyframe(of state: RecordedValue, supplement: [UInt8] = []) -> [UInt8] {
    var keyframe = RecordEncoder()
    keyframe.append(counted: header.schema.bytes(of: state, as: header.state))
    keyframe.append(counted: supplement)
    return keyframe.bytes
  }
}
