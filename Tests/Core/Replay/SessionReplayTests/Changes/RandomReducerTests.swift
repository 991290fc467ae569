import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// Tests of random programs over states of many types.
///
/// Each program must replay as recorded. A program with one change must diverge at the step at
/// which a comparison of both whole states finds the first difference.
@MainActor
@Suite("Random reducers over random states")
struct RandomReducerTests {
  /// The number of programs; `RANDOM_REDUCERS=1000` runs more than the default.
  private static let count =
    ProcessInfo.processInfo.environment["RANDOM_REDUCERS"].flatMap { Int($0) } ?? 200

  private static let types: [any RandomValue.Type] = [
    Pair<Int, String>.self,
    Pair<Pair<UInt8, Bool>, Pair<Int16, Double>>.self,
    Pair<[Int], [String]>.self,
    Pair<Boxed, Int>.self,
    Pair<Int, Pair<Avatar, [Avatar]>>.self,
    Pair<[Boxed], [String: Boxed]>.self,
    Pair<Hidden, Pair<AnyCounter, AnyValue>>.self,
    Pair<Profile, Profile?>.self,
    Pair<Tagged, [Tagged]>.self,
    Pair<Choice<Boxed>, Choice<Int>>.self,
    Pair<Choice<[String]>, Choice<Choice<Double>>>.self,
    Pair<Tree<String>, Tree<Int>>.self,
    Pair<Tree<Boxed>, UInt32>.self,
    Pair<Chain<String>, Chain<Boxed>>.self,
    Pair<[String: [Int]], [Int: String]>.self,
    Pair<Set<String>, Set<Int>>.self,
    Pair<[String: Set<String>], [UUID: Date]>.self,
    Pair<IdentifiedArrayOf<IdentifiedValue<String>>, Int64>.self,
    Pair<IdentifiedArrayOf<IdentifiedValue<Boxed>>, Bool>.self,
    Pair<IdentifiedArrayOf<IdentifiedValue<Tree<Int>>>, [[Int]]>.self,
    Pair<PresentationState<Pair<Int, String>>, Int>.self,
    Pair<PresentationState<Pair<Int, Boxed>>, PresentationState<Choice<String>>>.self,
    Pair<Double?, Pair<String?, Int??>>.self,
    Pair<Data, Pair<Data?, [Data]>>.self,
    Pair<[Double], Pair<[Double: Double], Set<Double>>>.self,
    Pair<[AnyCounter], [String: AnyValue]>.self,
    Pair<Choice<Profile>, [Int: Profile]>.self,
    Pair<Pair<Pair<Pair<Bool, UInt8>, Int>, String>, Pair<Bool, Pair<Bool, Hidden?>>>.self,
    Pair<[Choice<Pair<Int, String>>], Date>.self,
    Pair<IdentifiedArrayOf<IdentifiedValue<PresentationState<Int>>>, UUID>.self,
    [Int].self,
    [String: Boxed].self,
    Tree<Choice<Set<Int>>>.self,
    Choice<Pair<Int, [String: Int]>>.self,
    IdentifiedArrayOf<IdentifiedValue<[Int]>>.self,
    Boxed.self,
    Remembered<[String]>.self,
    Remembered<Pair<Int, Set<String>>>.self,
    Remembered<Choice<Data>>.self,
    Remembered<IdentifiedArrayOf<IdentifiedValue<String>>>.self,
  ]

  @Test("A random reducer replays as recorded, and a different reducer only if it behaves the same")
  func reducers() async throws {
    let folder = try TemporaryFolder()
    var found: [Difference: Int] = [:]
    for number in 0..<Self.count {
      let type = Self.types[number % Self.types.count]
      if let difference = try await check(type, seed: UInt64(number), in: folder) {
        found[difference, default: 0] += 1
      }
    }
    // The test would prove little if most of the changed programs behaved the same.
    #expect(found.values.reduce(0, +) > Self.count / 3)
    for difference in Difference.allCases { #expect(found[difference, default: 0] > 0) }
  }

  private enum Difference: CaseIterable {
    case step
    /// The type of a cancellation's identity.
    case identityType
    /// A part of the state that only keyframes contain.
    case part
  }

  /// Checks a program. Returns the first difference of the changed program.
  private func check<State: RandomValue>(
    _ type: State.Type, seed: UInt64, in folder: TemporaryFolder
  ) async throws -> Difference? {
    var random = SeededGenerator(seed: seed)
    let program = RandomProgram(&random)
    let stateSeed = random.next()
    let path = folder.file("\(seed).reprise")
    let sent = (0..<(4 + random.below(12))).map { _ in
      ProgramAction.run(random.below(program.runCount))
    }
    let actions = try await record(program, sent, State.self, stateSeed, at: path)
    var other = program
    other.mutate(&random)

    let name = "\(type), seed \(seed)"
    let copy = path + ".copy.reprise"
    #expect(try isLossless(path, to: copy), "\(name)")
    #expect(replay(copy, program, State.self, isParanoid: true).verdict.name == "match", "\(name)")
    #expect(try rows(of: copy) == rows(of: path), "\(name)")
    try FileManager.default.removeItem(atPath: copy)
    let expected = firstDifference(program, other, actions, State.self, stateSeed)
    for isParanoid in [false, true] {
      let same = replay(path, program, State.self, isParanoid: isParanoid)
      #expect(same.verdict.name == "match", "\(name): \(same.verdict)")
      #expect(same.verifiedSteps == UInt64(actions.count), "\(name)")
      let changed = replay(path, other, State.self, isParanoid: isParanoid)
      #expect(changed.verdict.divergence?.step == expected?.step, "\(name): \(changed.verdict)")
      if expected == nil { #expect(changed.verdict.name == "match", "\(name)") }
    }
    try FileManager.default.removeItem(atPath: path)
    return expected?.kind
  }

  /// Returns the bytes of all steps, with their changes as recorded.
  private func rows(of path: String) throws -> [[UInt8]] {
    let log = try LogReader(path: path, options: .session)
    return try log.blocks.flatMap { block in
      let steps = try BlockSteps(
        try log.payload(of: block), startsWithKeyframe: block.startsWithKeyframe)
      var iterator = StepIterator(steps.chunks)
      var rows: [[UInt8]] = []
      while let step = iterator.next() {
        let row = steps.chunks[step.chunk].rows[step.row]
        rows.append([row.flags.rawValue] + steps.payload[row.content])
      }
      return rows
    }
  }

  private static func state<State: RandomValue>(_ type: State.Type, _ seed: UInt64) -> State {
    var random = SeededGenerator(seed: seed)
    return .random(&random)
  }

  private nonisolated func reducer<State: RandomValue>(
    _ program: RandomProgram, _ type: State.Type
  ) -> Reduce<State, ProgramAction> {
    Reduce { state, action in
      program.change(&state, action)
      return program.effect(of: action)
    }
  }

  private func record<State: RandomValue>(
    _ program: RandomProgram, _ sent: [ProgramAction], _ type: State.Type, _ seed: UInt64,
    at path: String
  ) async throws -> [ProgramAction] {
    let initial = Self.state(type, seed)
    let recorder = try SessionRecorder<State, ProgramAction>(
      path: path, app: Session.identity, initialState: initial, recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 }, onFailure: { Issue.record("\($0)") })
    var actions: [ProgramAction] = []
    let store = Store(
      initialState: initial,
      reducer: {
        Reduce<State, ProgramAction> { state, action in
          MainActor.assumeIsolated { actions.append(action) }
          program.change(&state, action)
          return program.effect(of: action)
        }
      }, withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for action in sent { await store.send(action).finish() }
    _ = try recorder.finish()
    return actions
  }

  private func replay<State: RandomValue>(
    _ path: String, _ program: RandomProgram, _ type: State.Type, isParanoid: Bool
  ) -> ReplayReport {
    var replayer = SessionReplayer(
      ReplayedApp<State, ProgramAction>(identity: Session.identity) {
        reducer(program, type).assemble()
      })
    replayer.isParanoid = isParanoid
    return replayer.replay(path: path)
  }

  /// Returns the first step after which the effects or any contents of the states differ.
  private func firstDifference<State: RandomValue>(
    _ program: RandomProgram, _ other: RandomProgram, _ actions: [ProgramAction],
    _ type: State.Type, _ seed: UInt64
  ) -> (step: UInt64, kind: Difference)? {
    var state = Self.state(type, seed)
    var otherState = Self.state(type, seed)
    for (index, action) in actions.enumerated() {
      program.change(&state, action)
      other.change(&otherState, action)
      let (effect, otherEffect) = (program[action].effect, other[action].effect)
      guard state.stepText == otherState.stepText, effect == otherEffect else {
        if case .cancel(let id, false) = effect, otherEffect == .cancel(id, isOfOtherType: true) {
          return (UInt64(index + 1), .identityType)
        }
        return (UInt64(index + 1), .step)
      }
    }
    return state.text == otherState.text ? nil : (UInt64(actions.count), .part)
  }
}
