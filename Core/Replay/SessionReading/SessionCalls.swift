import RecordedValues
import SessionLog

/// The calls that the effects of a log made of dependencies.
///
/// Calls of effects that began before a log with a later start, or in lost steps, are left out.
package struct SessionCalls: Sendable {
  private let header: SessionHeader
  private var calls: [EncodedCall] = []
  private var effectSteps: [UInt64: UInt64] = [:]
  /// The indices of the calls, in their order, by the step that returned their effect.
  private var indices: [UInt64: [Int]] = [:]

  /// The error of the first block whose events cannot be read. The calls before it are known.
  package private(set) var fault: SessionReadError?

  /// Reads all events of a log. A log that does not require `calls` is not read.
  package init(_ reader: SessionReader) {
    header = reader.header
    guard header.requires.contains(SessionHeader.calls) else { return }
    let log = reader.log
    var collector = CallCollector(header: header, startsLater: log.stepsBeforeStart > 0)
    do throws(SessionReadError) {
      let blocks = BlockPrefetcher(reader)
      var events = EventReader(reader)
      var time: UInt64 = 0
      for (index, info) in log.blocks.enumerated() {
        let block = try blocks.block()
        collector.enterBlock(memberLength: info.memberLength, followsGap: info.followsGap)
        events.enterBlock(index)
        try Self.collect(block, at: index, reader, &events, &time, &collector)
      }
    } catch {
      fault = error
    }
    calls = collector.calls
    effectSteps = collector.effectSteps
    for (index, call) in calls.enumerated() { indices[call.effectStep, default: []].append(index) }
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
      let event = try events.event(at: location, of: block.payload, index)
      do throws(BadBlock) {
        try collector.add(event, at: time &+ event.elapsedMilliseconds)
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: event.step, error)
      }
    }
    while let step = steps.next() { time &+= step.elapsedMilliseconds }
  }

  package var count: Int { calls.count }

  package var effectCount: Int { effectSteps.count }

  /// Returns the step that returned an effect.
  package func step(ofEffect effect: UInt64) -> UInt64? { effectSteps[effect] }

  package func count(ofEffectsOf step: UInt64) -> Int { indices[step]?.count ?? 0 }

  /// Returns the calls of the effects that a step returned, in their order. Decodes each on demand.
  package func calls(ofEffectsOf step: UInt64) -> some Sequence<RecordedCall> {
    (indices[step] ?? []).lazy.map { call(at: $0) }
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
