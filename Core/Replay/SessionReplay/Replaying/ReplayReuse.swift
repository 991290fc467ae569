import Foundation
import RecordCoding

/// What a thread keeps from one log to the next: to make it takes longer than to replay a short log.
final class ReplayReuse<State: Recordable, Action: Recordable>: Sendable {
  // All of it is used by the one thread that replays.
  private nonisolated(unsafe) var reducer: PreparedReducer<State, Action>?
  private nonisolated(unsafe) var isReducerReady = false
  private nonisolated(unsafe) var track: StateTrack<State>?
  private nonisolated(unsafe) var compared: (header: SessionHeader, indices: [Int]?)?
  private nonisolated(unsafe) var supplements: (header: SessionHeader, areRead: Bool)?
  private nonisolated(unsafe) var initial: (bytes: [UInt8], state: State)?
  /// A longer keyframe is not kept.
  private static var longestKeyframe: Int { 64 << 10 }
  private let app: ReplayedApp<State, Action>
  /// Whether all values that a replay makes up are recorded, so that none is made up unseen.
  private let isWholeTape: Bool
  /// Whether a state is as it was when it was read, whatever became of its copies.
  private let areStatesValues = SharedReference.first(in: State.self) == nil

  /// Prepares to keep what the logs of an app need.
  init(of app: ReplayedApp<State, Action>) {
    self.app = app
    let names = Set(app.dependencies.map(\.name))
    isWholeTape = [RecordedDependency.uuid, .randomNumbers].allSatisfy { names.contains($0.name) }
  }

  /// A reducer whose dependencies are as they were when it was assembled.
  func takeReducer() -> PreparedReducer<State, Action> {
    defer { isReducerReady = false }
    if isReducerReady, let reducer { return reducer }
    let new = PreparedReducer(app)
    reducer = new
    return new
  }

  /// Notes that a log matched: then nothing was made up, and the reducer can be taken again.
  func endMatch() {
    isReducerReady = isWholeTape && reducer != nil
  }

  /// A track that begins with a state.
  func track(from state: State) -> StateTrack<State> {
    if let track {
      track.state = state
      return track
    }
    let new = StateTrack(state)
    track = new
    return new
  }

  /// The state of a keyframe, read unless the last log began with the same bytes.
  func initialState(
    _ range: Range<Int>, of payload: [UInt8], read: () throws(BadBlock) -> State
  ) throws(BadBlock) -> State {
    if let initial, initial.bytes.withUnsafeBytes({ payload.holds($0, at: range) }) {
      return initial.state
    }
    let state = try read()
    if areStatesValues, range.count <= Self.longestKeyframe {
      initial = (Array(payload[range]), state)
    }
    return state
  }

  /// What was found by comparing a log's types with the app's, unless the last log has the same.
  func indices(of log: SessionHeader, compare: () -> [Int]?) -> [Int]? {
    if let compared, compared.header.hasSameTypes(as: log) { return compared.indices }
    let indices = compare()
    compared = (log, indices)
    return indices
  }

  /// Whether a log's keyframe supplements can be read; compared only if the last log has other types.
  func readsSupplements(of log: SessionHeader, compare: () -> Bool) -> Bool {
    if let supplements, supplements.header.hasSameTypes(as: log) { return supplements.areRead }
    let areRead = compare()
    supplements = (log, areRead)
    return areRead
  }
}

extension SessionHeader {
  // Headers that were read once share their types, so that this takes no time.
  fileprivate func hasSameTypes(as other: SessionHeader) -> Bool {
    state == other.state && action == other.action && draws == other.draws && schema == other.schema
      && supplements == other.supplements && version == other.version
  }
}

extension [UInt8] {
  /// Whether other bytes stand at a range.
  @inline(__always)
  func holds(_ other: UnsafeRawBufferPointer, at range: Range<Int>) -> Bool {
    guard range.count == other.count else { return false }
    guard let start = other.baseAddress, !range.isEmpty else { return true }
    return withUnsafeBytes { bytes in
      let own = UnsafeRawBufferPointer(rebasing: bytes[range])
      return own.baseAddress.map { memcmp($0, start, own.count) == 0 } ?? true
    }
  }
}
