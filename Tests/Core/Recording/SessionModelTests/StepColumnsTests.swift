import RecordCoding
import SessionModel
import Testing

struct StepColumnsTests {
  /// The payload of a block whose steps have a byte each, and occurred at intervals.
  private func payload(_ steps: [(content: UInt8, elapsed: UInt64)]) -> [UInt8] {
    var columns = StepColumns()
    for step in steps {
      columns.rows.append(byte: StepFlags.change.rawValue)
      columns.rows.append(byte: step.content)
      columns.endRow(elapsed: step.elapsed)
    }
    var encoder = RecordEncoder()
    columns.encode(into: &encoder)
    return encoder.bytes
  }

  @Test("equal steps share a row")
  func equalSteps() throws {
    let block = try BlockSteps(payload([(7, 0), (9, 0), (7, 0)]), startsWithKeyframe: false)
    let chunk = try #require(block.chunks.first)
    #expect(chunk.rows.map { Array(block.payload[$0.content]) } == [[7], [9]])
    #expect(chunk.rowIndices == [0, 1, 0])
  }

  @Test("each step keeps its own time")
  func elapsed() throws {
    let block = try BlockSteps(payload([(7, 3), (7, 0), (7, 20)]), startsWithKeyframe: false)
    let times = IteratorSequence(StepIterator(block.chunks)).map(\.elapsedMilliseconds)
    #expect(times == [3, 0, 20])
  }

  @Test("joined payloads form one chunk")
  func joined() throws {
    let joined = StepColumns.joined(
      [payload([(7, 1)]), payload([(9, 2), (7, 0)])], startsWithKeyframe: false)
    #expect(joined == payload([(7, 1), (9, 2), (7, 0)]))
  }

  @Test("the payload after some steps has only the remaining steps")
  func rest() {
    let whole = payload([(7, 1), (9, 2), (7, 0)])
    #expect(
      StepColumns.payload(of: whole, startsWithKeyframe: false, after: 2) == payload([(7, 0)]))
    #expect(StepColumns.payload(of: whole, startsWithKeyframe: false, after: 3) == nil)
  }
}
