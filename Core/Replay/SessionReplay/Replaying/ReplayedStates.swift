package import RecordCoding
package import RecordedValues
import ReducerRuntime
import SessionLog

/// The states of a session in a replay that continues after differences with the replayed state.
///
/// Steps in ascending order take one pass over the log; an earlier step starts another pass. The
/// reducer runs in this process, even if it crashes.
package final class ReplayedStates<State: Recordable, Action: Recordable> {
  package struct Pair: Sendable {
    package let recorded: RecordedValue?
    package let replayed: RecordedValue
    package let header: SessionHeader
  }

  private let replayer: SessionReplayer<State, Action>
  private let reader: SessionReader
  private let states: TypedStates<State>
  private var engine: ReplayEngine<State, Action>?

  package init(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>
  ) throws(Incompatibility) {
    self.reader = reader
    self.replayer = replayer
    states = try replayer.states(of: reader)
  }

  /// Returns the states after a step; `nil` if the replay doesn't reach it.
  package func pair(after step: UInt64) -> Pair? {
    guard let replayed = try? replayedState(after: step) else { return nil }
    var recorded: RecordedValue?
    if let cursor = try? SessionCursor(reader, at: step), cursor.number == step, cursor.knowsState {
      recorded = try? states.resolved(cursor.state, after: step)
    }
    return Pair(recorded: recorded, replayed: replayed, header: states.newHeader)
  }

  private func replayedState(after step: UInt64) throws -> RecordedValue? {
    var engine = engine
    if (engine?.number ?? .max) > step {
      var report = ReplayReport(path: reader.log.path, verdict: .match)
      engine = try replayer.engine(over: reader, &report)
      self.engine = engine
    }
    guard let engine else { return nil }
    guard try engine.begin() != nil else { return nil }
    engine.lastStep = step
    try engine.proceed { _ in true }
    guard engine.number == step, let state = try engine.begin() else { return nil }
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    let header = states.newHeader
    return try decoder.decodeValue(of: header.state, in: header.schema)
  }
}
