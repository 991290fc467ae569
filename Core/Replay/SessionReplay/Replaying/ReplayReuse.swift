import SessionRecording
import Foundation
package import RecordCoding
import SessionModel

/// The objects that a thread reuses, since creating them takes longer than a short replay.
package final class ReplayReuse<State: Recordable, Action: Recordable>: Sendable {
  // Used only by the thread that replays.
  private nonisolated(unsafe) var reducer: PreparedReducer<State, Action>?
  private nonisolated(unsafe) var isReducerReady = false
  private nonisolated(unsafe) var track: StateTrack<State>?
  private nonisolated(unsafe) var compared: (header: SessionHeader, indices: [Int]?)?
  private nonisolated(unsafe) var supplements: (header: SessionHeader, areRead: Bool)?
  private nonisolated(unsafe) var initial: (bytes: [UInt8], state: State)?
  /// The maximum size in bytes of a keyframe to keep.
  private static var longestKeyframe: Int { 64 << 10 }
  private let app: ReplayedApp<State, Action>
  /// Whether the app records all generated values. An unrecorded value is then always noticed.
  private let isWholeTape: Bool
  /// Whether a state can't change through its copies.
  private let areStatesValues = SharedReference.first(in: State.self) == nil

  package init(of app: ReplayedApp<State, Action>) {
    self.app = app
    let names = Set(app.dependencies.map(\.name))
    isWholeTape = [RecordedDependency.uuid, .randomNumbers].allSatisfy { names.contains($0.name) }
  }

  package func takeReducer() -> PreparedReducer<State, Action> {
    defer { isReducerReady = false }
    if isReducerReady, let reducer { return reducer }
    let new = PreparedReducer(app)
    reducer = new
    return new
  }

  /// Notes that a log matched. No value was generated, and the reducer can be used again.
  package func endMatch() {
    isReducerReady = isWholeTape && reducer != nil
  }

  func track(from state: State) -> StateTrack<State> {
    if let track {
      track.state = state
      return track
    }
    let new = StateTrack(state)
    track = new
    return new
  }

  /// Returns the state of a keyframe, decoding it unless the last log began with the same one.
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

  /// Returns a log's dependency indices; compares types only if the last log had others.
  func indices(of log: SessionHeader, compare: () -> [Int]?) -> [Int]? {
    if let compared, compared.header.hasSameTypes(as: log) { return compared.indices }
    let indices = compare()
    compared = (log, indices)
    return indices
  }

  /// Returns whether supplements can be read; compares types only if the last log had others.
  func readsSupplements(of log: SessionHeader, compare: () -> Bool) -> Bool {
    if let supplements, supplements.header.hasSameTypes(as: log) { return supplements.areRead }
    let areRead = compare()
    supplements = (log, areRead)
    return areRead
  }
}

extension SessionHeader {
  // Headers that were read once share their types, which makes this comparison fast.
  fileprivate func hasSameTypes(as other: SessionHeader) -> Bool {
    state == other.state && action == other.action && dependencies == other.dependencies
      && schema == other.schema
      && supplements == other.supplements && version == other.version
  }
}

extension [UInt8] {
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
