import RecordCoding
import SessionLog
import SessionModel

/// The causes of a step, and the steps that followed from it.
package struct StepConsequences: Sendable {
  package struct Descendant: Sendable {
    package let number: UInt64
    package let startedBy: UInt64
  }

  /// The steps that led to the step, starting with the user's action, without the step itself.
  package private(set) var causes: [UInt64] = []
  /// The missing step whose effect sent the first cause; `nil` if the log contains all causes.
  package private(set) var beginsBefore: UInt64?
  /// The steps that the step's effects sent, directly or through other steps, in order.
  package private(set) var descendants: [Descendant] = []

  package init(_ reader: SessionReader, of step: UInt64) throws(SessionReadError) {
    try findCauses(of: step, reader)
    try findDescendants(of: step, reader)
  }

  private mutating func findCauses(
    of step: UInt64, _ reader: SessionReader
  ) throws(SessionReadError) {
    var current = step
    var index: Int?
    var locations: [StepLocation] = []
    while true {
      guard let block = reader.block(ofStep: current) else {
        beginsBefore = current
        causes.removeLast()
        break
      }
      if block != index {
        locations = Array(
          IteratorSequence(StepIterator(try reader.steps(ofBlockAt: block).chunks)))
        index = block
      }
      let location = locations[Int(current - reader.log.blocks[block].firstStep)]
      let origin: StepOrigin
      do throws(BadBlock) {
        origin = try location.origin(of: current)
      } catch {
        throw reader.fault(inBlockAt: block, wholeSteps: current - 1, error)
      }
      guard case .received(let startedBy) = origin else { break }
      causes.append(startedBy)
      current = startedBy
    }
    causes.reverse()
  }

  private mutating func findDescendants(
    of step: UInt64, _ reader: SessionReader
  ) throws(SessionReadError) {
    guard let first = reader.block(ofStep: step) else { return }
    let blocks = BlockPrefetcher(reader, from: first)
    var family = StepSet()
    family.insert(step)
    for index in first..<reader.log.blocks.count {
      let block = try blocks.block()
      var number = reader.log.blocks[index].firstStep - 1
      for chunk in block.chunks {
        var distance = chunk.senderDistances.makeIterator()
        // The flags are read once per row. A step that the user sent then costs one lookup.
        let isReceived = chunk.rows.map { $0.flags.contains(.received) }
        for row in chunk.rowIndices {
          number += 1
          guard isReceived[Int(row)], let distance = distance.next() else { continue }
          guard 1..<number ~= distance else {
            throw reader.fault(
              inBlockAt: index, wholeSteps: number - 1, .badOrigin(distance: distance))
          }
          let startedBy = number - distance
          guard number > step, startedBy >= step, family.contains(startedBy) else { continue }
          family.insert(number)
          descendants.append(Descendant(number: number, startedBy: startedBy))
        }
      }
    }
  }
}

private struct StepSet {
  private var words: [UInt64: UInt64] = [:]

  mutating func insert(_ step: UInt64) { words[step / 64, default: 0] |= 1 << (step % 64) }

  func contains(_ step: UInt64) -> Bool {
    words[step / 64].map { $0 & 1 << (step % 64) != 0 } ?? false
  }
}
