package import RecordCoding
import RecordedValues
package import ReplayCorpus
import SessionLog
package import SessionReplay
package import TerminalUI

/// The full-screen player: passes events of the terminal, the clock and the replay to a
/// `PlayerModel`, performs the commands that it returns, and paints it.
@MainActor
package final class PlayerScreen<State: Recordable, Action: Recordable> {
  /// The maximum time that the model works between events.
  private static var slice: Duration { .milliseconds(15) }

  private let driver: TerminalDriver
  private let replay: PlayerReplay<State, Action>?
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
    replay = reason == nil ? PlayerReplay(reader, with: replayer, workers: workers) : nil
    model = PlayerModel(
      PlayedLog(reader), size: driver.size, screens: screens,
      replay: reason.map { .unavailable($0) } ?? .running, from: from, to: to, speed: speed,
      showsCalls: showsCalls)
  }

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
    replay?.start { TerminalDriver.wake() }
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
      advance()
      driver.proceed()
    }
    return false
  }

  package func close() {
    timer?.cancel()
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
