import ComposableArchitecture
package import RecordCoding
package import RecordSchema
import SessionLog

/// The states of a session as a replay finds them, which goes on after a step that differs with what
/// the reducer made of it.
///
/// It goes through the log once for steps in rising order, and again for one that is before the last.
/// The reducer runs in this process, whatever it does.
package final class ReplayedStates<State: Recordable, Action: Recordable> {
  /// A state as it came out, and as it was recorded, both of this build's types.
  package struct Pair: Sendable {
    /// The state that was recorded; `nil` if the log does not hold it.
    package let recorded: RecordedValue?
    /// The state that came out now.
    package let replayed: RecordedValue
    /// The types of both.
    package let header: SessionHeader
  }

  private let replayer: SessionReplayer<State, Action>
  private let reader: SessionReader
  private let states: TypedStates<State>
  private var engine: ReplayEngine<State, Action>?

  /// Prepares to replay a log.
  package init(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>
  ) throws(Incompatibility) {
    self.reader = reader
    self.replayer = replayer
    states = try replayer.states(of: reader)
  }

  /// The states after a step; `nil` if the replay does not come so far.
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
