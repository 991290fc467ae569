import ComposableArchitecture
package import RecordCoding
import SessionLog

/// Goes through a log step by step, and holds the state; it needs no code of the app.
package struct SessionCursor {
  private let reader: SessionReader
  private var nextBlock: Int
  private var decoder = RecordDecoder([])
  private var stepsLeft = 0

  /// The state after the last step that was read.
  package private(set) var state: RecordedValue

  /// The number of the last step that was read.
  package private(set) var number: UInt64

  /// Goes to the state after a step, 0 for the state before the first, or the last there is.
  package init(_ reader: SessionReader, at step: UInt64 = 0) throws(SessionReadError) {
    self.reader = reader
    let start = reader.log.blocks.lastIndex { $0.startsWithKeyframe && $0.firstStep <= step }
    nextBlock = start ?? 0
    state = .product([])
    number = 0
    guard let first = reader.log.blocks.first else { return }
    number = reader.log.blocks[nextBlock].firstStep - 1
    guard first.startsWithKeyframe else {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, .noKeyframe)
    }
    try openBlock()
    while number < step, try next() != nil {}
  }

  /// Reads the next step and applies its change to the state; `nil` after the last.
  package mutating func next() throws(SessionReadError) -> RecordedStep? {
    while stepsLeft == 0 {
      guard nextBlock < reader.log.blocks.count else { return nil }
      try openBlock()
    }
    do throws(BadBlock) {
      let step = try readStep()
      number += 1
      stepsLeft -= 1
      if stepsLeft == 0, !decoder.isAtEnd { throw .trailingBytes(decoder.remaining) }
      return step
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  private mutating func openBlock() throws(SessionReadError) {
    let block = reader.log.blocks[nextBlock]
    decoder = RecordDecoder(try reader.payload(ofBlockAt: nextBlock))
    stepsLeft = block.stepCount
    nextBlock += 1
    guard block.startsWithKeyframe else { return }
    do throws(BadBlock) {
      state = try BadBlock.reading {
        try decoder.decodeValue(of: reader.header.state, in: reader.header.schema)
      }
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  private mutating func readStep() throws(BadBlock) -> RecordedStep {
    let header = reader.header
    let head = try StepHead(from: &decoder, number: number + 1)
    let action = try BadBlock.reading {
      try decoder.decodeValue(of: header.action, in: header.schema)
    }
    let draws =
      head.flags.contains(.draws) ? try [RecordedDraw](from: &decoder, header: header) : []
    let effect =
      head.flags.contains(.effect)
      ? try BadBlock.reading { try EffectShape(recorded: &decoder) } : .none
    if head.flags.contains(.change) {
      try BadBlock.reading {
        try state.apply(change: &decoder, as: header.state, in: header.schema)
      }
    }
    return RecordedStep(
      number: number + 1, origin: head.origin, elapsedMilliseconds: head.elapsedMilliseconds,
      action: action, draws: draws, effect: effect, hasChange: head.flags.contains(.change))
  }
}
