import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

/// The seeds of the fuzzer: logs, as files and in parts.
@MainActor
package enum Seeds {
  nonisolated static let app = ReplayedApp(
    identity: AppIdentity(name: "Fuzzed", version: "1", build: "")
  ) { FuzzedApp().assemble() }

  /// Records a session with every kind of value and step, and returns its path.
  package static func record(in folder: String) throws -> String {
    try record(at: "\(folder)/seed.reprise", rounds: 1, options: .init(overwrite: true))
  }

  /// Records the session repeatedly into a ring, with a mark before each round.
  package static func recordRing(in folder: String) throws -> String {
    try record(
      at: "\(folder)/ring.reprise", rounds: 20,
      options: SessionRecordingOptions(overwrite: true, retention: .steps(64), allowsMarks: true))
  }

  private static func record(
    at path: String, rounds: Int, options: SessionRecordingOptions
  ) throws -> String {
    let recorder = try SessionRecorder<FuzzedApp.State, FuzzedApp.Action>(
      path: path, app: app.identity, initialState: FuzzedApp.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: options,
      milliseconds: { 0 }, onFailure: { preconditionFailure("\($0)") })
    let store = Store(
      initialState: FuzzedApp.State(), reducer: { FuzzedApp() },
      withDependencies: {
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
        recorder.install(in: &$0)
      }, observer: recorder)
    var state = FuzzedApp.State()
    state.bytes = Data([1, 2, 3])
    state.scores = ["a": 1, "b": -1]
    let actions: [FuzzedApp.Action] = [
      .add(3), .note("Milk"), .tag("x"), .go(.within(.at(7, name: "ü"))), .score("a", 9),
      .load(id: "one"), .stop(id: "one"), .replace(state), .score("a", 10), .score("b", nil),
      .remove(UUID(0)), .open(FuzzedApp.Note(id: UUID(1), text: "page")), .hide(Redacted("secret")),
      .binding(.set(\.tiny, -3)), .binding(.set(\.letter, "ß")), .binding(.set(\.choice, .some(2))),
      .binding(.set(\.places, [1, 5])), .binding(.set(\.wait, .seconds(-1.5))),
      .binding(.set(\.mood, .cross)),
    ]
    for round in 0..<rounds {
      if options.allowsMarks { recorder.mark("round \(round)") }
      for action in actions { store.send(action) }
    }
    _ = try recorder.finish()
    return path
  }

  package static func header(of path: String) throws -> [UInt8] {
    try LogReader(path: path, options: .session).header
  }

  package static func inputs(
    recorded: String, ring: String, sessions: String
  ) throws -> [[UInt8]] {
    let logs = try FileManager.default.contentsOfDirectory(atPath: sessions).sorted()
      .filter { $0.hasSuffix(".reprise") }.map { "\(sessions)/\($0)" }
    var inputs: [[UInt8]] = []
    for path in logs + [ring, recorded] {
      let reader = try LogReader(path: path, options: .session)
      let blocks = try reader.blocks.enumerated().map { index, block in
        FuzzedLog.Block(
          payload: try reader.payload(of: block), stepCount: block.stepCount,
          startsWithKeyframe: block.startsWithKeyframe,
          firstStep: index == 0 && block.firstStep > 1 ? block.firstStep : nil)
      }
      inputs.append(FuzzedLog.input(file: Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
      inputs.append(FuzzedLog.input(header: reader.header, blocks: blocks))
      // A log whose recorder crashed before its first block.
      inputs.append(FuzzedLog.input(header: reader.header, blocks: []))
      if path == recorded { inputs.append(FuzzedLog.input(header: nil, blocks: blocks)) }
    }
    return inputs + members + (try bombs(header: header(of: recorded)))
  }

  /// Keyframes with one byte repeated many times: an array of Booleans, and the state of the app.
  private static func bombs(header: [UInt8]) throws -> [[UInt8]] {
    var lamps = try JSONDecoder().decode(SessionHeader.self, from: Data(header))
    lamps.state = .array(.bool)
    let exponent: UInt8 = 17
    func bomb(_ header: [UInt8], _ beginning: [UInt8]) -> [UInt8] {
      var state = RecordEncoder()
      state.append(contentsOf: beginning)
      state.append(count: 1 << Int(exponent))
      var payload = RecordEncoder()
      payload.append(count: state.bytes.count + (1 << Int(exponent)))
      // One byte of the state, and the empty supplement.
      payload.append(contentsOf: state.bytes + [0, 0])
      return FuzzedLog.input(
        header: header, repeated: payload.bytes, at: payload.bytes.count - 2, exponent: exponent)
    }
    // The last field of the state is an array.
    var state = RecordEncoder()
    state.encode(FuzzedApp.State())
    return [
      bomb(Array(try JSONEncoder().encode(lamps)), []), bomb(header, Array(state.bytes.dropLast())),
    ]
  }

  /// Members in an order, or with fields, that a recorder does not write.
  private nonisolated static var members: [[UInt8]] {
    let first: [UInt8] = [3, 1, 1, 1, 1, 1, 1, 7]
    let many: Int32 = .max - 1
    var long = first
    for number: UInt8 in 0..<3 {
      long += [0x61, 0, 2 + number]
      long += little(2 + Int64(number) * Int64(many)) + little(many) + [1, 7]
    }
    return [
      // Consecutive blocks, a truncated block, an index and an end.
      [
        3, 1, 1, 1, 1, 2, 2, 7, 7, 1, 1, 2, 3, 1, 2, 7, 7, 0x11, 0, 3, 4, 1, 0, 9, 2, 0, 4, 0, 0,
        0, 3,
      ],
      // A block with the highest possible number, after garbage.
      first + [0x85, 0, 255, 255, 255, 255, 2, 1, 1, 7, 1, 1, 2, 3, 1, 1, 7],
      // Blocks with the maximum number of steps.
      long,
    ]
  }

  private nonisolated static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
