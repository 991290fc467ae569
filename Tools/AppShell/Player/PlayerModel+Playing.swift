import ActionText
import SessionReplay
import TerminalUI

/// How a log is played.
struct Playback {
  /// A pause is never longer than a day at speed 1, whatever the log says.
  static let longestPause: UInt64 = 86_400_000
  /// The speeds that can be chosen.
  static let speeds = 0.01...1000.0
  /// No more steps than this are shown at once, so that keys have a turn.
  static let mostSteps = 200

  /// How many times as fast as it was.
  var speed: Double
  /// The step behind which playing stops.
  let last: UInt64?
  /// The time of the clock when the last event came.
  var now = Duration.zero
  /// When the next step is shown, while it is playing.
  private(set) var due: Duration?

  init(speed: Double, last: UInt64?) {
    self.speed = speed
    self.last = last
  }

  var isPlaying: Bool { due != nil }

  mutating func stop() { due = nil }

  /// Shows a step so many recorded milliseconds after another time.
  mutating func wait(milliseconds: UInt64, after time: Duration) {
    let pause = Duration.milliseconds(Int64(min(milliseconds, Self.longestPause)))
    due = time + pause / speed
  }

  /// Goes on at another speed.
  mutating func change(speed new: Double) {
    let new = min(max(new, Self.speeds.lowerBound), Self.speeds.upperBound)
    if let due, due > now { self.due = now + (due - now) * (speed / new) }
    speed = new
  }

  /// As `2×`, or `0.25×`.
  var text: String {
    let hundredths = Int((speed * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)×" }
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)×"
  }
}

// Playing at the recorded speed.
extension PlayerModel {
  /// Whether the log is being played.
  package var isPlaying: Bool { playback.isPlaying }

  mutating func togglePlaying() -> [PlayerCommand] {
    guard !playback.isPlaying else {
      playback.stop()
      return []
    }
    guard let next = nextPlayed(after: list.selection) else {
      note("This is the last step.")
      return []
    }
    search = nil
    playback.wait(milliseconds: log.elapsed(at: next), after: playback.now)
    return wake()
  }

  mutating func changeSpeed(by factor: Double) -> [PlayerCommand] {
    playback.change(speed: playback.speed * factor)
    note("Speed \(playback.text).")
    return wake()
  }

  /// Shows the steps whose time has come.
  package mutating func tick(at now: Duration) -> [PlayerCommand] {
    playback.now = now
    var shown = 0
    while let due = playback.due, due <= now, shown < Playback.mostSteps {
      shown += 1
      guard let next = nextPlayed(after: list.selection) else {
        playback.stop()
        break
      }
      go(to: next)
      if let step = moment.step,
        let breakpoint = list.source.breakpoints.met(
          byAction: log.text(of: step), changes: moment.changes)
      {
        playback.stop()
        note("Stopped at the breakpoint \(breakpoint.text).")
        break
      }
      guard let following = nextPlayed(after: next) else {
        playback.stop()
        break
      }
      playback.wait(milliseconds: log.elapsed(at: following), after: due)
    }
    return wake() + requests()
  }

  private func nextPlayed(after place: Int) -> Int? {
    guard place + 1 < log.count else { return nil }
    if let last = playback.last, log.number(at: place + 1) > last { return nil }
    return place + 1
  }

  /// When the time is to be told: when the next step is due, and each second for who waits long.
  private func wake() -> [PlayerCommand] {
    guard let due = playback.due else { return [] }
    return [.wake(after: min(max(.zero, due - playback.now), .seconds(1)))]
  }

  /// The time until the next step, while that is worth telling.
  var countdown: String? {
    guard let due = playback.due, due - playback.now > .seconds(1) else { return nil }
    return "next in \((due - playback.now).components.seconds) s"
  }
}
