import CommandLineKit
import ComposableArchitecture
import Dispatch
import Foundation
import Platform
import ReplayCorpus
import SessionLog
import SessionReplay
import SessionReports

extension ReplayVerb {
  /// Replays when a log or the executable changes, until a signal. Returns the last exit code.
  @MainActor
  func watch<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let stop = WatchStop()
    // `onSignal` would not run while this thread waits, so the handler is `onRequest`.
    let signals = SignalWatcher({ _ in }, onRequest: { _ in stop.request() })
    defer { withExtendedLifetime(signals) {} }
    var executable = WatchedExecutable(shell.environment.worker == nil ? nil : .ofProcess)
    var previous = executable.takePreviousRound(shell.environment.variables)
    var cause = previous == nil ? RoundCause.start : .executable
    let shard: Shard?
    do throws(EngineShardError) {
      shard = try selectedShard(shell)
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    while true {
      let seen: WatchedLogs
      let round: ReplayRound
      do {
        seen = try watchedLogs(shard)
        round = try await self.round((previous?.number ?? 0) + 1, of: shard, shell)
      } catch {
        shell.printError("\(error)".visible)
        return previous?.exitCode ?? ExitCode.usage
      }
      show(RoundComparison(of: round, with: previous), cause, shell)
      previous = round
      guard !stop.isRequested, shell.console.output.health == .open,
        let change = self.change(since: seen, of: shard, executable, until: stop, shell)
      else { return round.exitCode }
      if change == .executable, let failure = executable.start(with: round) {
        shell.printError("cannot start the new executable: \(failure); still watching")
      }
      cause = change
    }
  }

  @MainActor
  private func round<App>(
    _ number: Int, of shard: Shard?, _ shell: Shell<App>
  ) async throws -> ReplayRound {
    var round = ReplayRound(number: number)
    let corpus = try makeCorpus(shard)
    let memory = try ReplayMemory(self, corpus, shell, KnownBuild(self, app: App.name))
    var worst = Verdict.Kind.match
    let bar = shell.progressBar(overLogs: corpus.list.count)
    await corpusReplay(shell).replayWithEffects(
      corpus.list, with: replayer(shell), memory: memory?.reports
    ) { report in
      round.add(report)
      worst = max(worst, report.verdict.kind)
      bar.advance(round.logs.count)
    }
    bar.remove()
    round.exitCode = exitCode(of: worst)
    _ = memory?.finish(shell)
    return round
  }

  @MainActor
  private func show<App>(
    _ comparison: RoundComparison, _ cause: RoundCause, _ shell: Shell<App>
  ) {
    let output = shell.console.output
    let isTerminal = shell.environment.isOutputTerminal
    let height = isTerminal ? ShellEnvironment.heightOfTerminal.map { $0 - 2 } : nil
    if isTerminal { output.text("\u{1B}[H\u{1B}[2J") }
    for line in comparison.lines(cause: cause, height: height) { output.line(line) }
    if isTerminal { output.line("Watching; Ctrl-C ends.") }
    output.flush()
  }

  /// Waits for a change, and until files stop changing. Returns `nil` if the watch should end.
  @MainActor
  private func change<App>(
    since seen: WatchedLogs, of shard: Shard?, _ executable: WatchedExecutable,
    until stop: WatchStop, _ shell: Shell<App>
  ) -> RoundCause? {
    var last: (logs: WatchedLogs, executable: LogStamp?)?
    while true {
      let start = DispatchTime.now().uptimeNanoseconds
      // A folder that is temporarily missing is checked again later.
      let logs = (try? watchedLogs(shard)) ?? WatchedLogs()
      let now = (logs: logs, executable: executable.stamp)
      if let last, last == now {
        if executable.isReplaced { return .executable }
        let count = seen.count(ofChangesTo: logs)
        if count > 0, !logs.stamps.isEmpty { return .logs(count) }
      }
      last = now
      // To limit the load, wait ten times as long as the check took.
      let cost = DispatchTime.now().uptimeNanoseconds - start
      guard !stop.wait(nanoseconds: max(Self.interval, cost &* 10)) else { return nil }
      guard shell.console.output.health == .open else { return nil }
    }
  }

  private static var interval: UInt64 { 150_000_000 }

  private func watchedLogs(_ shard: Shard?) throws -> WatchedLogs {
    var logs = WatchedLogs()
    for path in try makeCorpus(shard).list { logs.stamps[path] = LogStamp(of: path) }
    return logs
  }
}

struct WatchedLogs: Equatable {
  var stamps: [String: LogStamp] = [:]

  func count(ofChangesTo later: WatchedLogs) -> Int {
    Set(stamps.keys).union(later.stamps.keys).count { stamps[$0] != later.stamps[$0] }
  }
}

/// A request to end a watch, callable from any thread.
private final class WatchStop: Sendable {
  private let requested = Mutex(false)
  private let semaphore = DispatchSemaphore(value: 0)

  var isRequested: Bool { requested.withLock { $0 } }

  func request() {
    requested.withLock { $0 = true }
    semaphore.signal()
  }

  /// Waits for a time or the request. Returns whether the watch should end.
  func wait(nanoseconds: UInt64) -> Bool {
    _ = semaphore.wait(timeout: .now() + .nanoseconds(Int(clamping: nanoseconds)))
    return isRequested
  }
}
