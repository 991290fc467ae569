package import RecordCoding
package import RecordedValues
import ReducerRuntime
import SessionLog
package import SessionModel
package import SessionDocument

/// The states of a session in a replay that continues after differences with the replayed state.
///
/// Steps in ascending order take one pass over the log; an earlier step starts a new pass. The
/// reducer may crash after a difference, so the bytes of a state can come from another process.
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
    replayedBytes(after: step).flatMap { pair(after: step, replayed: $0) }
  }

  /// Returns the states after a step, with the bytes of the replayed one; `nil` if the bytes aren't
  /// a state.
  package func pair(after step: UInt64, replayed bytes: [UInt8]) -> Pair? {
    let header = states.newHeader
    var decoder = RecordDecoder(bytes)
    guard let replayed = try? decoder.decodeValue(of: header.state, in: header.schema) else {
      return nil
    }
    var recorded: RecordedValue?
    if let cursor = try? SessionCursor(reader, at: step), cursor.number == step, cursor.knowsState {
      recorded = try? states.resolved(cursor.state, after: step)
    }
    return Pair(recorded: recorded, replayed: replayed, header: header)
  }

  /// Reduces the steps up to a given one, and returns the bytes of the state after it; `nil` if the
  /// replay doesn't reach it.
  package func replayedBytes(after step: UInt64) -> [UInt8]? {
    try? reducedBytes(after: step)
  }

  private func reducedBytes(after step: UInt64) throws -> [UInt8]? {
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
    return state.recordedBytes
  }
}
