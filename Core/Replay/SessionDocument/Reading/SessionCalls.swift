package import RecordCoding
import RecordedValues
import SessionLog
import SessionModel

/// The calls that the effects of a log made of dependencies.
///
/// Calls of effects that began before a log with a later start, or in lost steps, are left out.
package struct SessionCalls: Sendable {
  private let reader: SessionReader
  private var header: SessionHeader { reader.header }
  private var events: EventReader
  private var collector: CallCollector
  /// The indices of the calls, in their order, by the step that returned their effect.
  private var indices: [UInt64: [Int]] = [:]
  private var indexedCount = 0
  private var nextBlock = 0
  /// The time of the last step that was read, in milliseconds.
  private var time: UInt64 = 0

  /// The error of the first block whose events cannot be read. The calls before it are known.
  package private(set) var fault: SessionReadError?

  /// Reads all events of a log. A log that does not require `calls` is not read.
  package init(_ reader: SessionReader) {
    self.init(unread: reader)
    let blocks = BlockPrefetcher(reader)
    while !isComplete { readBlock { () throws(SessionReadError) in try blocks.block() } }
  }

  /// Creates the calls of a log whose blocks `readBlock` reads one by one.
  package init(unread reader: SessionReader) {
    self.reader = reader
    events = EventReader(reader)
    collector = CallCollector(
      header: reader.header, startsLater: reader.log.stepsBeforeStart > 0)
  }

  /// Whether the log has calls, which may not have been read.
  package var isRecorded: Bool { header.requires.contains(SessionHeader.calls) }

  /// Whether all blocks have been read, or the next one cannot be read.
  package var isComplete: Bool {
    !isRecorded || fault != nil || nextBlock >= reader.log.blocks.count
  }

  /// Reads the events of the next block, if there is one.
  package mutating func readBlock() {
    guard !isComplete else { return }
    readBlock { [reader, nextBlock] () throws(SessionReadError) in
      try reader.steps(ofBlockAt: nextBlock)
    }
  }

  private mutating func readBlock(_ read: () throws(SessionReadError) -> BlockSteps) {
    do throws(SessionReadError) {
      let block = try read()
      let info = reader.log.blocks[nextBlock]
      collector.enterBlock(memberLength: info.memberLength, followsGap: info.followsGap)
      events.enterBlock(nextBlock)
      try Self.collect(block, at: nextBlock, reader, &events, &time, &collector)
    } catch {
      fault = error
    }
    nextBlock += 1
    for index in indexedCount..<calls.count {
      indices[calls[index].effectStep, default: []].append(index)
    }
    indexedCount = calls.count
  }

  /// Adds the events of a block, and advances the time in milliseconds to its last step.
  private static func collect(
    _ block: BlockSteps, at index: Int, _ reader: SessionReader, _ events: inout EventReader,
    _ time: inout UInt64, _ collector: inout CallCollector
  ) throws(SessionReadError) {
    var steps = StepIterator(block.chunks)
    var stepCount = 0
    for location in block.events {
      while stepCount < location.stepsBefore, let step = steps.next() {
        time &+= step.elapsedMilliseconds
        stepCount += 1
      }
      let event = try events.event(at: location, of: block.eventBytes, index)
      do throws(BadBlock) {
        try collector.add(event, at: time &+ event.elapsedMilliseconds)
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: event.step, error)
      }
    }
    while let step = steps.next() { time &+= step.elapsedMilliseconds }
  }

  private var calls: [EncodedCall] { collector.calls }

  package var count: Int { calls.count }

  package var effectCount: Int { collector.effectSteps.count }

  /// Returns the step that returned an effect.
  package func step(ofEffect effect: UInt64) -> UInt64? { collector.effectSteps[effect] }

  package func count(ofEffectsOf step: UInt64) -> Int { indices[step]?.count ?? 0 }

  /// Returns the calls of the effects that a step returned, in their order. Decodes each on demand.
  package func calls(ofEffectsOf step: UInt64) -> some Sequence<RecordedCall> {
    (indices[step] ?? []).lazy.map { call(at: $0) }
  }

  /// Returns a call of the effects that a step returned, by its index among them.
  package func call(_ index: Int, ofEffectsOf step: UInt64) -> RecordedCall? {
    guard let indices = indices[step], indices.indices.contains(index) else { return nil }
    return call(at: indices[index])
  }

  /// Returns all calls in their order. Decodes each on demand.
  package func all() -> some Sequence<RecordedCall> {
    calls.indices.lazy.map { call(at: $0) }
  }

  private func call(at index: Int) -> RecordedCall {
    let call = calls[index]
    // The collector has checked that the header has the endpoint.
    return call.decoded((header.endpoints ?? [])[call.endpoint], in: header.schema)
  }
}

extension SessionCalls {
  /// Returns the last answers that an effect got before it sent the action of a step.
  ///
  /// These are the answers after its previous action. If there are none, they are the answers
  /// before that action. At most the last `limit` answers are returned.
  package func answers(
    before step: UInt64, _ origin: StepOrigin, limit: Int = .max
  ) -> (answers: [RecordedAnswer], omitted: Int) {
    guard case .received(let startedBy) = origin, let range = collector.answersOfSteps[step],
      let first = range.first, calls[collector.answers[first].call].effectStep == startedBy
    else { return ([], 0) }
    let shown = collector.answers[range].suffix(limit)
    return (shown.map(answer), range.count - shown.count)
  }

  private func answer(_ answer: EncodedAnswer) -> RecordedAnswer {
    let call = calls[answer.call]
    let endpoint = (header.endpoints ?? [])[call.endpoint]
    let decoded = call.decoded(endpoint, in: header.schema, includesElements: false)
    guard let element = answer.element else {
      return RecordedAnswer(call: decoded, elementNumber: nil, element: nil)
    }
    let value = try? endpoint.element(Array(call.elements[element]), in: header.schema)
    return RecordedAnswer(call: decoded, elementNumber: answer.elementNumber, element: value)
  }
}
