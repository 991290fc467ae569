package import ActionText
package import RecordCoding
package import RecordSchema
import SessionLog

/// A step as it stands in a log, read by the header's schema alone.
package struct RecordedStep: Sendable {
  /// The number of the step, from 1.
  package let number: UInt64
  /// Where the action came from.
  package let origin: StepOrigin
  /// The time since the step before.
  package let elapsedMilliseconds: UInt64
  /// The action.
  package let action: RecordedValue
  /// What the reducer read from its dependencies.
  package let reads: [RecordedRead]
  /// The shape of the effect that the reducer returned.
  package let effect: EffectShape
  /// Whether the state changed.
  package let hasChange: Bool
  /// Whether the app ended while it was reducing the step: what it led to is not known.
  package let isUnfinished: Bool
  /// What the step is: of a change from outside `action` is empty, of a mark its text.
  package let kind: StepKind

  /// The action as a person writes it, or what stands for it.
  package func text(_ actions: ActionText) -> String {
    kind.text(of: action) { actions.text(of: $0) }
  }
}

extension StepKind {
  /// The text of a step's action, as a function gives it, or what stands for it.
  package func text(
    of action: RecordedValue, _ actionText: (RecordedValue) -> String
  ) -> String {
    switch self {
    case .action: actionText(action)
    case .outsideChange: "shared state changed from outside"
    case .mark: if case .string(let text) = action { "mark: \(text)" } else { "mark" }
    }
  }
}

/// The constant part of a step, read by the header's schema alone.
package struct RecordedRow: Sendable {
  package let action: RecordedValue
  package let effect: EffectShape
  /// The range of the change of state in the payload; `nil` if there is none.
  package let change: Range<Int>?

  package init(
    _ row: StepChunk.Row, of payload: [UInt8], header: SessionHeader, memory: inout ValueMemory,
    effectsLeft: inout Int
  ) throws(BadBlock) {
    switch row.flags.kind {
    case .action: break
    case .outsideChange:
      (action, effect, change) = (.product([]), .none, row.content)
      return
    case .mark:
      let text = String(decoding: payload[row.content], as: UTF8.self)
      (action, effect, change) = (.string(text), .none, nil)
      return
    }
    var decoder = RecordDecoder(payload, in: row.content)
    action = try BadBlock.reading {
      try decoder.decodeValue(of: header.action, in: header.schema, memory: &memory)
    }
    effect = try row.effect(&decoder, left: &effectsLeft)
    change = try row.change(&decoder, level: header.level)
  }
}

extension StepChunk.Row {
  /// Reads the effect, which stands behind the action.
  package func effect(
    _ decoder: inout RecordDecoder, left: inout Int
  ) throws(BadBlock) -> EffectShape {
    guard flags.contains(.effect) else { return .none }
    return try BadBlock.reading { try EffectShape(recorded: &decoder, left: &left) }
  }

  /// Tells where the change is, which stands behind the effect and ends the row.
  package func change(
    _ decoder: inout RecordDecoder, level: RecordingLevel
  ) throws(BadBlock) -> Range<Int>? {
    let range = decoder.position..<content.upperBound
    guard flags.contains(.change), level != .actions else {
      guard range.isEmpty else { throw .trailingBytes(range.count) }
      return nil
    }
    return range
  }
}

extension [RecordedRead] {
  /// Reads the reads of a step, each as the type that the header gives it.
  ///
  /// `indices` gives for each dependency of the log the index of the app's, if that is asked for.
  package init(
    from payload: [UInt8], in range: Range<Int>, header: SessionHeader, indices: [Int]? = nil
  ) throws(BadBlock) {
    self = []
    // A read may take two bytes of a log. Those of a real one take more, and pay for themselves.
    var left = Self.leastMemory + Self.bytesPerByte * payload.count
    var decoder = RecordDecoder(payload, in: range)
    while !decoder.isAtEnd {
      let index = Int(truncatingIfNeeded: try BadBlock.reading { try decoder.varint(UInt32.self) })
      guard header.draws.indices.contains(index) else { throw .unknownDependency(index) }
      let start = decoder.position
      var memory = ValueMemory(limit: StateMemory.least)
      try BadBlock.reading {
        _ = try decoder.decodeValue(
          of: header.draws[index].type, in: header.schema, memory: &memory)
      }
      left -= Self.bytesPerRead + decoder.position - start
      guard left >= 0 else { throw .tooManyReads(count) }
      append(RecordedRead(dependency: indices?[index] ?? index, bytes: decoder.bytes(from: start)))
    }
  }

  /// What the reads of a step may take in any case, in bytes.
  private static let leastMemory = 16 << 20
  /// What they may take beyond that for each byte of their block.
  private static let bytesPerByte = 16
  /// What a read takes beside the bytes of its value.
  private static let bytesPerRead = 80
}

/// The step that an app was reducing when it ended.
package struct UnfinishedStep: Sendable {
  /// The number of the step.
  package let number: UInt64
  /// The action, which the reducer did not finish.
  package let action: RecordedValue
}

extension UnfinishedStep {
  /// The step as in `step 12: todos.move(0, to: 2)`.
  package func description(in header: SessionHeader) -> String {
    let text = ActionText(schema: header.schema, type: header.action).text(of: action)
    return "step \(number): \(text)"
  }
}

extension SessionReader {
  /// The last step, if the app ended while it was reducing it.
  package func unfinishedStep() throws(SessionReadError) -> UnfinishedStep? {
    guard let index = log.blocks.lastIndex(where: { $0.stepCount > 0 }) else { return nil }
    let block = try steps(ofBlockAt: index)
    guard let chunk = block.chunks.last, let rowIndex = chunk.rowIndices.last else { return nil }
    let row = chunk.rows[Int(rowIndex)]
    guard row.flags.contains(.unfinished) else { return nil }
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: block.payload.count)
      var effectsLeft = EffectShape.mostInChunk
      let recorded = try RecordedRow(
        row, of: block.payload, header: header, memory: &memory, effectsLeft: &effectsLeft)
      return UnfinishedStep(number: log.lastStep, action: recorded.action)
    } catch {
      throw fault(inBlockAt: index, wholeSteps: log.lastStep - 1, error)
    }
  }
}
