import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import RecordedValues
import ReplayCorpus
import SessionDocument
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
  private let end: ExplorationEnd
  /// The reason why seeds of the range were not explored.
  private var cut: ExplorationResult.Cut?
  private var exploredCount: UInt64 = 0
  /// The folder that keeps plans between runs, if there is one.
  private var plans: PlanFolder?

  /// Creates a run. A folder that cannot be written is reported now and not after hours of
  /// exploration.
  init(_ verb: ExploreVerb, _ shell: Shell<App>, _ settings: WorkerSettings) throws {
    (self.verb, self.shell) = (verb, shell)
    let scratch = try ScratchFolder(inMemory: true)
    self.scratch = scratch
    let workers = SimulationWorkers(
      settings, jobs: verb.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      planFile: "\(scratch.path)/plan.json")
    let end = ExplorationEnd(after: verb.seconds)
    self.end = end
    exploration = Exploration(log: { "\(scratch.path)/\($0).reprise" }) { requests in
      workers.run(requests) { end.reason != nil }
    }
    if let length = verb.length { exploration.length = length }
    if let path = verb.corpus { plans = try PlanFolder(path) }
  }

  func run() async -> Int32 {
    let watcher = SignalWatcher({ _ in }, onRequest: { [end] _ in end.request() })
    defer { withExtendedLifetime(watcher) { scratch.remove() } }
    if let path = verb.learned {
      guard let corpus = shell.corpus(at: [path]) else { return ExitCode.usage }
      for path in corpus.paths { exploration.learn(from: path) }
      let list = "\(scratch.path)/learned"
      try? Data(corpus.paths.joined(separator: "\0").utf8).write(to: URL(fileURLWithPath: list))
      exploration.learned = list
    }
    do throws(UnmatchedPattern) {
      for pattern in verb.excluded { try exclude(pattern) }
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    let start = ContinuousClock.now
    await exploration.survey()
    do {
      try await repeatSessions()
      try await exploreSeeds()
      if verb.seedCount == nil, exploration.sessionCount > 0 { cut = nil }
      printSummary(ContinuousClock.now - start)
    } catch {
      printSummary(ContinuousClock.now - start)
      shell.printError("\(error)".visible)
      return ExitCode.failure
    }
    if let gap { shell.printError(gap) }
    guard failures.isEmpty else { return 1 }
    return gap == nil ? 0 : ExitCode.missingResults
  }

  private func exclude(_ text: String) throws(UnmatchedPattern) {
    let pattern = WildcardPattern(text)
    let paths = simulation.paths.filter { pattern.matches($0) }
    if paths.isEmpty { throw UnmatchedPattern(text, among: simulation.paths) }
    exploration.exclude(paths)
  }

  private func repeatSessions() async throws {
    var rest = plans?.plans()[...] ?? []
    for path in plans?.unreadable ?? [] {
      shell.printError("remark: '\(path)' has no plan of a session".visible)
    }
    while !rest.isEmpty, end.reason == nil {
      let batch = rest.prefix(Exploration.batchSize)
      for found in await exploration.repeatSessions(batch) { try await note(found) }
      try plans?.update(with: exploration)
      rest = rest.dropFirst(batch.count)
    }
  }

  private func exploreSeeds() async throws {
    var seeds = verb.seedsOfShard.makeIterator()
    var batch = seeds.next(Exploration.batchSize)
    while !batch.isEmpty, cut == nil {
      let hasEnough = failures.count >= verb.maxFailures ?? 5
      cut = end.reason ?? (hasEnough ? .failures : nil)
      guard cut == nil else { return }
      let count = exploration.sessionCount
      for found in await exploration.explore(batch) { try await note(found) }
      exploredCount += UInt64(exploration.sessionCount - count)
      try plans?.update(with: exploration)
      if exploration.isCut { cut = end.reason }
      batch = seeds.next(Exploration.batchSize)
    }
  }

  /// The seeds that were not explored although the command asks for them; `nil` if there are none.
  private var gap: String? {
    if exploration.sessionCount == 0 {
      let reason = cut.map { "\($0)" } ?? "the shard has no seed; give more --seeds"
      return "no session was simulated: \(reason)"
    }
    guard let cut, let count = verb.seedCount else { return nil }
    return "only \(exploredCount) of \(count.counted("seed")) were explored: \(cut)"
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
      let result = ExplorationResult(exploration, of: App.name, verb.shard, failures, cut)
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

/// A pattern that no action of an app has.
private struct UnmatchedPattern: Error, CustomStringConvertible {
  let description: String

  init(_ pattern: String, among paths: [String]) {
    let nearest = Spelling.nearest(to: pattern, among: paths)
    let known = nearest.isEmpty ? Array(paths.prefix(3)) : nearest
    description =
      "no user action has a path that matches '\(pattern)', such as "
      + known.map { "'\($0)'" }.joined(separator: " or ")
  }
}
