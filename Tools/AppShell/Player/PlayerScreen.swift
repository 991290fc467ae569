import ComposableArchitecture
import RecordSchema
import SessionLog
import SessionReplay
import TerminalUI

/// The player on a screen of its own: the model's events come from the terminal, a clock and the replay.
@MainActor
final class PlayerScreen<App: ShellApp> {
  /// So long the model works between events.
  private static var slice: Duration { .milliseconds(15) }

  private let driver: TerminalDriver
  private let replay: PlayerReplay<App>?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var model: PlayerModel
  private var timer: Task<Void, Never>?

  /// Shows a log; `nil` if the terminal is of no known kind.
  init?(_ reader: SessionReader, _ verb: PlayVerb, workers: WorkerSettings?, hasColor: Bool) {
    let (screens, reason) = Self.screens(of: reader)
    guard let driver = TerminalDriver(hasColor: hasColor) else { return nil }
    self.driver = driver
    start = clock.now
    replay = reason == nil ? PlayerReplay(reader, workers: workers) : nil
    model = PlayerModel(
      PlayedLog(reader), size: driver.size, screens: screens,
      replay: reason.map { .unavailable($0) } ?? .running, from: verb.from, to: verb.to,
      speed: verb.speed ?? 1)
  }

  /// How the app's screens are drawn, and why they are not and the log is not replayed, if so.
  private static func screens(of reader: SessionReader) -> (PlayedScreens, String?) {
    do throws(Incompatibility) {
      let screen = try RecordedScreen<App>(reader)
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

  /// Runs until the person quits; returns whether the terminal went away.
  func run() async -> Bool {
    replay?.start { TerminalDriver.wake() }
    goOn()
    for await wake in driver.wakes {
      switch await driver.handleSignals() {
      case .none, .ending: break
      case .handled: _ = model.handle(.resize(driver.size), at: now)
      case .hangup: return true
      }
      if case .end = wake { return false }
      let goesOn = await driver.handleEvents { event in
        model.handle(event, at: now).allSatisfy(perform)
      }
      guard goesOn else { return false }
      takeNews()
      goOn()
      driver.proceed()
    }
    return false
  }

  /// Gives the terminal back.
  func close() {
    timer?.cancel()
    driver.close()
  }

  private var now: Duration { start.duration(to: clock.now) }

  /// Shows what there is, and comes back for what is not done yet.
  private func goOn() {
    if model.isPlaying { _ = model.tick(at: now).allSatisfy(perform) }
    let end = now + Self.slice
    _ = model.work(until: { now >= end }).allSatisfy(perform)
    driver.paint(model.draw())
    if model.isWorking { TerminalDriver.wake() }
  }

  private func takeNews() {
    for news in replay?.news() ?? [] {
      switch news {
      case .state(let state): _ = model.take(state).allSatisfy(perform)
      case .pair(let pair, let step): model.take(pair, after: step)
      }
    }
  }

  /// Does what the model wants, and returns whether the player goes on.
  private func perform(_ command: PlayerCommand) -> Bool {
    switch command {
    case .replay(let step): replay?.ask(for: step)
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
