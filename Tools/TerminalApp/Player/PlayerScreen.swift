package import RecordCoding
import RecordedValues
package import ReplayCorpus
package import SessionLog
package import SessionDocument
package import SessionReplay
package import TerminalUI

/// The full-screen player: passes events of the terminal, the clock and the replay to a
/// `PlayerModel`, performs the commands that it returns, and paints it.
@MainActor
package final class PlayerScreen<State: Recordable, Action: Recordable> {
  /// The maximum time that the model works between events.
  private static var slice: Duration { .milliseconds(15) }
  /// The interval at which a log that is being written is read.
  private static var interval: Duration { .milliseconds(200) }

  private let driver: TerminalDriver
  private var replay: PlayerReplay<State, Action>?
  private let replayer: SessionReplayer<State, Action>
  private let workers: WorkerSettings?
  private let canReplay: Bool
  private var log: GrowingLog
  private var follower: Task<Void, Never>?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var model: PlayerModel
  private var timer: Task<Void, Never>?

  /// Creates a screen, or returns `nil` if the type of the terminal is unknown.
  package init?(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>,
    tabs: @escaping (State) -> [Screen<Action>], from: UInt64?, to: UInt64?, speed: Double,
    showsCalls: Bool, workers: WorkerSettings?, hasColor: Bool
  ) {
    let (screens, reason) = Self.screens(of: reader, with: replayer, tabs)
    guard let driver = TerminalDriver(hasColor: hasColor) else { return nil }
    self.driver = driver
    start = clock.now
    (self.replayer, self.workers) = (replayer, workers)
    canReplay = reason == nil
    log = GrowingLog(reader)
    // A log that is being written is replayed once it is complete.
    let state =
      reason.map { PlayerReplayState.unavailable($0) }
      ?? (log.isGrowing ? .unavailable("it is still being written") : .running)
    model = PlayerModel(
      PlayedLog(reader), size: driver.size, screens: screens, replay: state, from: from, to: to,
      speed: speed, showsCalls: showsCalls, isGrowing: log.isGrowing)
  }

  /// The state of the log, or `nil` while it is being written.
  package var logState: LogState? { log.isGrowing ? nil : log.reader.log.state }

  /// Returns the source of the app's screens, and the reason if this app can't replay the log.
  private static func screens(
    of reader: SessionReader, with replayer: SessionReplayer<State, Action>,
    _ tabs: @escaping (State) -> [Screen<Action>]
  ) -> (PlayedScreens, String?) {
    do throws(Incompatibility) {
      let screen = try RecordedScreen(reader, with: replayer, tabs: tabs)
      let draw = PlayedScreens.drawn { state, step, before, tab, size in
        Result { () throws(Incompatibility) in
          try screen.drawn(state, after: step, before: before, tab: tab, size: size)
        }
      }
      return (draw, nil)
    } catch {
      return (.unavailable(error.description), error.description)
    }
  }

  /// Handles events until the user quits. Returns whether the terminal was disconnected.
  package func run() async -> Bool {
    if log.isGrowing { startFollowing() } else { startReplay() }
    advance()
    for await wake in driver.wakes {
      switch await driver.handleSignals() {
      case .none, .ending: break
      case .handled: _ = model.handle(.resize(driver.size), at: now)
      case .hangup: return true
      }
      if case .end = wake { return false }
      let isRunning = await driver.handleEvents { event in
        model.handle(event, at: now).allSatisfy(perform)
      }
      guard isRunning else { return false }
      applyReplayUpdates()
      follow()
      advance()
      driver.proceed()
    }
    return false
  }

  private func startReplay() {
    guard canReplay else { return }
    let replay = PlayerReplay(log.reader, with: replayer, workers: workers)
    self.replay = replay
    replay.start { TerminalDriver.wake() }
  }

  private func startFollowing() {
    follower = Task { [clock] in
      while !Task.isCancelled {
        try? await clock.sleep(for: Self.interval)
        TerminalDriver.wake()
      }
    }
  }

  /// Shows the steps that were written since the last call, and replays the log once it is
  /// complete.
  private func follow() {
    // The model reads a refreshed log again, so it must finish its work first.
    guard log.isGrowing, !model.isWorking, log.refresh() else { return }
    model.take(PlayedLog(log.reader), isGrowing: log.isGrowing)
    guard !log.isGrowing else { return }
    follower?.cancel()
    if canReplay { _ = model.take(.running) }
    startReplay()
  }

  package func close() {
    timer?.cancel()
    follower?.cancel()
    driver.close()
  }

  private var now: Duration { start.duration(to: clock.now) }

  /// Shows due steps, works for a slice of time, and paints. Schedules a wake if work remains.
  private func advance() {
    if model.isPlaying { _ = model.tick(at: now).allSatisfy(perform) }
    let end = now + Self.slice
    _ = model.work(until: { now >= end }).allSatisfy(perform)
    driver.paint(model.draw())
    if model.isWorking { TerminalDriver.wake() }
  }

  private func applyReplayUpdates() {
    for update in replay?.takeUpdates() ?? [] {
      switch update {
      case .state(let state): _ = model.take(state).allSatisfy(perform)
      case .pair(let pair, let step): model.take(pair, after: step)
      case .problem(let reason, let step): model.takeMissing(reason, after: step)
      }
    }
  }

  private func perform(_ command: PlayerCommand) -> Bool {
    switch command {
    case .replay(let step): replay?.requestStates(after: step)
    case .wake(let pause):
      timer?.cancel()
      timer = Task { [clock] in
        try? await clock.sleep(for: pause)
        if !Task.isCancelled { TerminalDriver.wake() }
      }
    case .redraw: driver.redraw()
    case .quit: return false
    }
    return true
  }
}
