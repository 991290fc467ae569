package import RecordedValues
package import RecordCoding
import SessionLog
package import SessionModel

/// A step as it is stored in a log, read with only the schema of the header.
package struct RecordedStep: Sendable {
  package let number: UInt64
  package let kind: StepKind
  package let origin: StepOrigin
  package let elapsedMilliseconds: UInt64
  /// Whether the app ended while reducing the step. Its outcome is then unknown.
  package let isUnfinished: Bool
  /// The reads of dependencies, unless the reader of the step passes over them.
  package let reads: [RecordedRead]
  private let row: RecordedRow

  init(
    _ number: UInt64, at location: StepLocation, _ row: RecordedRow, reads: [RecordedRead] = []
  ) throws(BadBlock) {
    self.number = number
    kind = location.kind
    origin = try location.origin(of: number)
    elapsedMilliseconds = location.elapsedMilliseconds
    isUnfinished = location.isUnfinished
    self.reads = reads
    self.row = row
  }

  /// The action. Empty for a change from outside, and the text of a mark.
  package var action: RecordedValue { row.action }

  /// The references of the action, in a log that describes them.
  package var references: [UInt8] { row.references }

  package var effect: EffectShape { row.effect }

  package var hasChange: Bool { row.change != nil }

  /// Returns the compact text of the action, or a description for other kinds of steps.
  package func text(_ actions: ActionText) -> String {
    kind.text(of: action) { actions.compactText(of: $0) }
  }
}

extension StepKind {
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

/// The part of a step that is stored once per chunk, read with only the schema of the header.
package struct RecordedRow: Sendable {
  package let action: RecordedValue
  /// The references of the action, in a log that describes them.
  package let references: [UInt8]
  package let effect: EffectShape
  /// The range of the state change in the payload; `nil` if there is none.
  package let change: Range<Int>?

  package init(
    _ row: StepChunk.Row, of payload: [UInt8], header: SessionHeader, memory: inout ValueMemory,
    effectsLeft: inout Int
  ) throws(BadBlock) {
    switch row.flags.kind {
    case .action: break
    case .outsideChange:
      (action, references, effect, change) = (.product([]), [], .none, row.content)
      return
    case .mark:
      let text = String(decoding: payload[row.content], as: UTF8.self)
      (action, references, effect, change) = (.string(text), [], .none, nil)
      return
    }
    var decoder = RecordDecoder(payload, in: row.content)
    references = Array(payload[try row.references(&decoder, header: header)])
    action = try BadBlock.reading {
      try decoder.decodeValue(of: header.action, in: header.schema, memory: &memory)
    }
    effect = try row.effect(&decoder, left: &effectsLeft)
    change = try row.change(&decoder, level: header.level)
  }
}

extension StepChunk.Row {
  /// Returns the range of the references that precede the action. Empty if there are none.
  package func references(
    _ decoder: inout RecordDecoder, header: SessionHeader
  ) throws(BadBlock) -> Range<Int> {
    guard header.describesActionReferences else { return decoder.position..<decoder.position }
    return try BadBlock.reading { try decoder.countedRange() }
  }

  package func effect(
    _ decoder: inout RecordDecoder, left: inout Int
  ) throws(BadBlock) -> EffectShape {
    guard flags.contains(.effect) else { return .none }
    return try BadBlock.reading { try EffectShape(recorded: &decoder, left: &left) }
  }

  /// Returns the range of the change, which follows the effect and ends the row.
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
  /// Decodes reads with the types in the header. `indices` maps the log's dependencies to the
  /// app's.
  package init(
    from payload: [UInt8], in range: Range<Int>, header: SessionHeader, indices: [Int]? = nil
  ) throws(BadBlock) {
    self = []
    // A read can take as few as two bytes of a log. Reads of a real log are longer, and each byte
    // raises the limit.
    var left = Self.minMemory + Self.bytesPerByte * payload.count
    var decoder = RecordDecoder(payload, in: range)
    while !decoder.isAtEnd {
      let index = Int(truncatingIfNeeded: try BadBlock.reading { try decoder.varint(UInt32.self) })
      guard header.dependencies.indices.contains(index) else { throw .unknownDependency(index) }
      let start = decoder.position
      var memory = ValueMemory(limit: StateMemory.minLimit)
      try BadBlock.reading {
        _ = try decoder.decodeValue(
          of: header.dependencies[index].type, in: header.schema, memory: &memory)
      }
      left -= Self.bytesPerRead + decoder.position - start
      guard left >= 0 else { throw .tooManyReads(count) }
      append(RecordedRead(dependency: indices?[index] ?? index, bytes: decoder.bytes(from: start)))
    }
  }

  /// The number of bytes that the reads of any step may take.
  private static let minMemory = 16 << 20
  /// The number of further bytes that the reads may take for each byte of their block.
  private static let bytesPerByte = 16
  /// The memory that a read takes in addition to the bytes of its value.
  private static let bytesPerRead = 80
}

package struct UnfinishedStep: Sendable {
  package let number: UInt64
  package let action: RecordedValue
}

extension UnfinishedStep {
  /// Returns a description such as `step 12: todos.move(0, to: 2)`.
  package func description(in header: SessionHeader) -> String {
    let text = ActionText(schema: header.schema, type: header.action).compactText(of: action)
    return "step \(number): \(text)"
  }
}

extension SessionReader {
  /// Returns the last step, if the app ended while reducing it.
  package func unfinishedStep() throws(SessionReadError) -> UnfinishedStep? {
    guard let index = log.blocks.lastIndex(where: { $0.stepCount > 0 }) else { return nil }
    let block = try steps(ofBlockAt: index)
    guard let chunk = block.chunks.last, let rowIndex = chunk.rowIndices.last else { return nil }
    let row = chunk.rows[Int(rowIndex)]
    guard row.flags.contains(.unfinished) else { return nil }
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: block.payload.count)
      var effectsLeft = EffectShape.maxInChunk
      let recorded = try RecordedRow(
        row, of: block.payload, header: header, memory: &memory, effectsLeft: &effectsLeft)
      return UnfinishedStep(number: log.lastStep, action: recorded.action)
    } catch {
      throw fault(inBlockAt: index, wholeSteps: log.lastStep - 1, error)
    }
  }
}
