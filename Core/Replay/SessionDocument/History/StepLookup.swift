import RecordCoding
import RecordedValues
import SessionLog
import SessionModel

/// A reader of single steps of a log in any order, without states.
package struct StepLookup {
  private static let keptBlocks = 4

  private let reader: SessionReader
  private var blocks: [(index: Int, block: BlockSteps, locations: [StepLocation])] = []

  package init(_ reader: SessionReader) { self.reader = reader }

  package mutating func step(_ number: UInt64) throws(SessionReadError) -> RecordedStep? {
    guard let index = reader.block(ofStep: number) else { return nil }
    let (block, locations) = try block(at: index)
    let location = locations[Int(number - reader.log.blocks[index].firstStep)]
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: reader.log.blocks[index].memberLength)
      var effectsLeft = EffectShape.maxInChunk
      let row = try RecordedRow(
        block.chunks[location.chunk].rows[location.row], of: block.payload,
        header: reader.header, memory: &memory, effectsLeft: &effectsLeft)
      return try RecordedStep(number, at: location, row)
    } catch {
      throw reader.fault(inBlockAt: index, wholeSteps: number - 1, error)
    }
  }

  private mutating func block(
    at index: Int
  ) throws(SessionReadError) -> (BlockSteps, [StepLocation]) {
    if let known = blocks.first(where: { $0.index == index }) {
      return (known.block, known.locations)
    }
    let block = try reader.steps(ofBlockAt: index)
    let locations = Array(IteratorSequence(StepIterator(block.chunks)))
    if blocks.count == Self.keptBlocks { blocks.removeFirst() }
    blocks.append((index, block, locations))
    return (block, locations)
  }
}
