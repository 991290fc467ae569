import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import Testing
import TestStores
import TestSupport

/// A session of an app, recorded with its effects while a test controls their answers.
@MainActor
final class EffectSession<Feature: Reducer & SendableMetatype>
where Feature.State: Recordable, Feature.Action: Recordable {
  let folder: TemporaryFolder
  var path: String { folder.file("a.reprise") }
  let gate = Gate()
  let clock = TestClock()
  let store: StoreOf<Feature>
  let recorder: SessionRecorderOf<Feature>
  let warnings = LockIsolated<[String]>([])
  /// The time for which a replay waits for outside work.
  var outsideTimeout = Duration.seconds(4)
  /// A handler that is called whenever the recorder reads the time.
  let onTimeRead = LockIsolated<(@Sendable () -> Void)?>(nil)
  /// The time of the recorder. Each call takes 20 milliseconds.
  private let milliseconds = LockIsolated<UInt64>(0)
  private let work: TestWork

  static func app(
    _ reducer: @escaping @Sendable () -> Feature
  ) -> ReplayedApp<Feature.State, Feature.Action> {
    ReplayedApp(identity: AppIdentity(name: "Library", version: "1", build: "test")) {
      reducer().assemble()
    }
  }

  init(
    _ state: Feature.State, isSerial: Bool = true,
    resuming resumption: SessionResumption<Feature.State, Feature.Action>? = nil,
    change: (inout SessionRecordingOptions, inout LibraryClient) -> Void = { _, _ in },
    context: DependencyContext = .test,
    _ reducer: @escaping @Sendable () -> Feature
  ) throws {
    work = TestWork(isSerial: isSerial)
    var library = LibraryClient.waiting(at: gate)
    folder = try TemporaryFolder()
    let app = Self.app(reducer)
    var options = SessionRecordingOptions(level: .effects, dependencies: app.dependencies)
    options.endpoints = .declared(by: app.assemble)
    options.onLimitation = { [warnings] warning in warnings.withValue { $0.append(warning) } }
    change(&options, &library)
    let steps = try resumption?.steps()
    let recorder = try SessionRecorderOf<Feature>(
      path: folder.file("a.reprise"), app: app.identity,
      initialState: steps?.initialState ?? state,
      recorded: "2026-01-01T00:00:00Z", options: options,
      milliseconds: { [milliseconds, onTimeRead] in
        onTimeRead.value?()
        return milliseconds.value
      },
      onFailure: { Issue.record("\($0)") })
    self.recorder = recorder
    let state = resumption?.state() ?? state
    try steps?.write(into: recorder, resumingFrom: state, keepsCalls: true)
    store = Store(
      initialState: state, reducer: reducer,
      withDependencies: { [library, clock] in
        $0.context = context
        $0.library = library
        $0.guess = GuessClient { $0 + 1 }
        $0.continuousClock = clock
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1_000))
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
        $0.dataStorage = .inMemory()
        recorder.install(in: &$0)
      }, observer: recorder)
  }

  /// Sends an action, and waits until its effects wait at the gate.
  @discardableResult
  func send(_ action: Feature.Action) async -> StoreTask {
    await work.prepare()
    let task = store.send(action)
    await work.settle()
    return task
  }

  /// Sends actions without waiting for their effects, which belong to the test.
  ///
  /// A caller that began before the session does not return to a counted job, and would start
  /// effects that `work` does not wait for.
  func start(_ actions: [Feature.Action]) async {
    await work.prepare()
    for action in actions { store.send(action) }
  }

  /// Lets calls continue, one after the other.
  func open(_ keys: String...) async {
    for key in keys {
      milliseconds.withValue { $0 += 20 }
      #expect(gate.open(key), "'\(key)' does not wait; these do: \(gate.keys)")
      await work.settle()
    }
  }

  func advance(milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
    await work.settle()
  }

  func finish() throws {
    _ = try recorder.finish()
    work.isSerial = false
  }

  /// Ends the remaining effects. No task may outlive the test.
  func end() async {
    gate.openAll()
    await work.settle()
  }

  /// Replays the session, and its effects if its steps match.
  func replay(
    with reducer: @escaping @Sendable () -> Feature
  ) async -> (steps: ReplayReport, effects: EffectReport) {
    let replayer = SessionReplayer(Self.app(reducer))
    let steps = replayer.replay(path: path)
    var effects = EffectReplayer(replayer)
    effects.outsideTimeout = outsideTimeout
    return (steps, await effects.replay(path: path))
  }
}

extension EffectSession<Library> {
  convenience init(
    isSerial: Bool = true,
    resuming resumption: SessionResumption<Library.State, Library.Action>? = nil,
    change: (inout SessionRecordingOptions, inout LibraryClient) -> Void = { _, _ in }
  ) throws {
    try self.init(
      Library.State(), isSerial: isSerial, resuming: resumption, change: change
    ) { Library() }
  }

  /// Replays the effects of a log of the session at a path.
  func replay(_ path: String) async -> EffectReport {
    await EffectReplayer(SessionReplayer(Self.app { Library() })).replay(path: path)
  }

  /// Replays the session in a changed app. Expects that its steps match.
  func replay(_ change: Change? = nil) async -> EffectReport {
    let (steps, effects) = await replay { Library(change: change) }
    if case .match = steps.verdict {} else { Issue.record("\(steps.verdict)") }
    return effects
  }
}

typealias LibrarySession = EffectSession<Library>
