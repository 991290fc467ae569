import ComposableArchitectureTesting
import Foundation
import Issues
public import RecordCoding
public import ReducerRuntime
import ReplayCorpus
public import SessionRecording
import SessionLog
import SessionReplay
import Simulation

/// Fails the test unless simulated sessions of a feature keep its invariants.
///
///     @Test("Counting keeps its invariants")
///     func counting() async throws {
///       try await explore(CounterFeature(), from: CounterFeature.State(), seeds: 0..<200)
///     }
///
/// Each seed determines the user's actions, the answers of the feature's dependencies, and their
/// times. A session fails if an invariant does not hold, if an effect never ends or sends an action
/// for a feature that is gone, or if a replay of the session differs. The failure has the shortest
/// story that was found, and the path of its log, which `expectReplay` reproduces. In Swift
/// Testing, the log is attached to the failure: `swift test --attachments-path FOLDER` keeps it. An
/// effect that does nothing for `timeout` seconds and never suspends ends the process, after a
/// message.
///
/// The invariants come from the reducer if it is an `InvariantReducer`. The dependencies of the
/// test are not used: a client answers with its simulation value, or with values that are drawn
/// from the types of its endpoints.
@MainActor
public func explore<Feature: Reducer & SendableMetatype>(
  _ feature: @autoclosure @escaping @Sendable () -> Feature,
  from initialState: @autoclosure @escaping @Sendable () -> Feature.State,
  seeds: Range<UInt64>, invariants: [Invariant<Feature.State, Feature.Action>]? = nil,
  actionsPerSession length: Int = 40,
  dependencies: [RecordedDependency] = RecordedDependency.standard, timeout: Int = 60,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async throws where Feature.State: Recordable, Feature.Action: Recordable {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let app = ReplayedApp(
    identity: AppIdentity(name: "\(Feature.self)", version: "", build: ""),
    dependencies: dependencies
  ) { feature().assemble() }
  let declared = Feature.invariantReducer
  let simulation = Simulation(
    app, initialState: initialState, invariants: invariants ?? declared?.invariants ?? [],
    isOffered: { action, state in declared?.isOffered(action, in: state) ?? true })
  if let obstacle = simulation.obstacle {
    return location.note("sessions cannot be simulated on this system: \(obstacle)")
  }
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let watch = EffectWatch(ofSeedsIn: "explore", at: location, seconds: timeout)
  defer { watch.end() }
  let scratch = try ScratchFolder(inMemory: true)
  let exploration = Exploration(log: { "\(scratch.path)/\($0).reprise" }) { requests in
    var results: [SimulationResult?] = []
    for request in requests {
      guard !Task.isCancelled else {
        results.append(nil)
        continue
      }
      watch.progress.run(1, of: request.user ?? request.plan.seed)
      let result = await simulation.run(request)
      watch.progress.run(0, of: 0)
      if !request.marksChoices { try? FileManager.default.removeItem(atPath: request.log) }
      results.append(result)
    }
    return results
  }
  exploration.length = length
  await exploration.survey()
  var seeds = seeds
  while !seeds.isEmpty {
    try Task.checkCancellation()
    let batch = seeds.prefix(Exploration.batchSize)
    if let found = await exploration.explore(batch).first {
      let log = "\(folder.path)/failure.reprise"
      let result = await exploration.minimize(found, log: log)
      let story = FailureStory(result, header: simulation.header).lines
      TestFrameworkBridge.attach(
        contentsOf: URL(fileURLWithPath: log), named: "\(Feature.self)-seed-\(found.seed).reprise",
        location)
      return location.report(
        (story + ["  seed \(found.seed), log: \(log)"]).joined(separator: "\n"))
    }
    seeds = batch.endIndex..<seeds.upperBound
  }
  for remark in exploration.remarks.sorted() { location.note(remark) }
  try FileManager.default.removeItem(at: folder)
}
