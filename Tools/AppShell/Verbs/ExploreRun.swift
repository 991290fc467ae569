import CommandLineKit
import ComposableArchitecture
import Foundation
import Locking
import ReplayCorpus
import SessionLog
import SessionReplay
import SessionReports
import Simulation

/// A run of `explore`.
@MainActor
final class ExploreRun<App: ShellApp> {
  private let verb: ExploreVerb
  private let shell: Shell<App>
  private let scratch: ScratchFolder
  private let exploration: Exploration
  private let simulation = Shell<App>.simulation
  private var failures: [ExplorationResult.Failure] = []
  private var found: [SimulationFailure] = []
  private let isEnded = Mutex(false)
  /// The folder that keeps plans between runs, if there is one.
  private var plans: PlanFolder?

  /// Creates a run. A folder that cannot be written is reported before the hours of an exploration.
  init(_ verb: ExploreVerb, _ shell: Shell<App>, _ settings: WorkerSettings) throws {
    (self.verb, self.shell) = (verb, shell)
    let scratch = try ScratchFolder(inMemory: true)
    self.scratch = scratch
    let workers = SimulationWorkers(
      settings, jobs: verb.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      planFile: "\(scratch.path)/plan.json")
    exploration = Exploration(log: { "\(scratch.path)/\($0).reprise" }) { workers.run($0) }
    if let length = verb.length { exploration.length = length }
    if let path = verb.corpus { plans = try PlanFolder(path) }
  }

  func run() async -> Int32 {
    let watcher = SignalWatcher({ _ in }, onRequest: { _ in self.isEnded.withLock { $0 = true } })
    defer { withExtendedLifetime(watcher) { scratch.remove() } }
    if let path = verb.learned {
      guard let corpus = shell.corpus(at: [path]) else { return ExitCode.usage }
      for path in corpus.paths { exploration.learn(from: path) }
      let list = "\(scratch.path)/learned"
      try? Data(corpus.paths.joined(separator: "\0").utf8).write(to: URL(fileURLWithPath: list))
      exploration.learned = list
    }
    let start = ContinuousClock.now
    await exploration.survey()
    do {
      try await repeatSessions()
      try await exploreSeeds(since: start)
      printSummary(ContinuousClock.now - start)
    } catch {
      printSummary(ContinuousClock.now - start)
      shell.printError("\(error)".visible)
      return ExitCode.failure
    }
    return failures.isEmpty ? 0 : 1
  }

  private func repeatSessions() async throws {
    var rest = plans?.plans()[...] ?? []
    for path in plans?.unreadable ?? [] {
      shell.printError("remark: '\(path)' has no plan of a session".visible)
    }
    while !rest.isEmpty, !isEnded.withLock({ $0 }) {
      let batch = rest.prefix(Exploration.batchSize)
      for found in await exploration.repeatSessions(batch) { try await note(found) }
      try plans?.update(with: exploration)
      rest = rest.dropFirst(batch.count)
    }
  }

  private func exploreSeeds(since start: ContinuousClock.Instant) async throws {
    var seeds = seeds.makeIterator()
    while failures.count < verb.maxFailures ?? 5, !isEnded.withLock({ $0 }) {
      if let seconds = verb.seconds, ContinuousClock.now - start > .seconds(seconds) { return }
      var batch: [UInt64] = []
      while batch.count < Exploration.batchSize, let seed = seeds.next() { batch.append(seed) }
      guard !batch.isEmpty else { return }
      for found in await exploration.explore(batch) { try await note(found) }
      try plans?.update(with: exploration)
    }
  }

  /// The seeds of this shard: those of the range, and all further ones if there is a time.
  private var seeds: some Sequence<UInt64> {
    let range = verb.seeds?.seeds ?? 1...1000
    let isEndless = verb.seconds != nil && verb.seeds == nil
    let (index, count) = (UInt64(verb.shard?.index ?? 1), UInt64(verb.shard?.count ?? 1))
    return sequence(first: range.lowerBound + index - 1) { $0 + count }
      .lazy.prefix { isEndless || $0 <= range.upperBound }
  }

  /// Minimizes and saves a failing session, unless one with the same failure is known.
  private func note(_ found: SimulationResult) async throws {
    guard let failure = found.failure, !self.found.contains(where: { $0.isSame(as: failure) }),
      failures.count < verb.maxFailures ?? 5
    else { return }
    self.found.append(failure)
    let folder = try ExplorationFolder(verb.output ?? "explored", from: "output")
    let path = "\(folder.path)/\(failures.count + 1)-seed-\(found.seed).reprise"
    let result = await exploration.minimize(found, log: path)
    let story = FailureStory(result, header: simulation.header).lines
    let explored = ExplorationResult.Failure(result, seed: found.seed, story: story, log: path)
    failures.append(explored)
    guard !verb.json else { return }
    for line in explored.lines { shell.console.output.line(line.visible) }
    shell.console.output.flush()
  }

  private func printSummary(_ time: Duration) {
    for remark in exploration.remarks.sorted() { shell.printError("remark: \(remark)".visible) }
    guard !verb.json else {
      let result = ExplorationResult(exploration, of: App.name, verb.shard, failures)
      return shell.console.output.line(JSONText.line(result))
    }
    let seconds = Int(time / .seconds(1))
    shell.console.output.line(
      "\(UInt64(exploration.sessionCount).counted("session")), "
        + "\(UInt64(exploration.stepCount).counted("step")) in \(seconds) s; "
        + "\(UInt64(exploration.kept.count)) did something new; "
        + "\(UInt64(failures.count).counted("failure"))")
  }
}
