import RecordedValues
import SessionReplay
import TerminalUI

struct Playback {
  /// The maximum recorded pause in milliseconds: a day.
  static let maxPause: UInt64 = 86_400_000
  static let speeds = 0.01...1000.0
  /// The maximum number of steps shown at a time. Keys are handled in between.
  static let maxStepsPerTick = 200

  /// The factor of the recorded speed.
  var speed: Double
  /// The step after which playing stops.
  let last: UInt64?
  /// The time of the last event.
  var now = Duration.zero
  /// The time of the next step, or `nil` if the log is not being played.
  private(set) var due: Duration?

  init(speed: Double, last: UInt64?) {
    self.speed = speed
    self.last = last
  }

  var isPlaying: Bool { due != nil }

  mutating func stop() { due = nil }

  /// Schedules the next step `milliseconds` of recorded time after a time of the clock.
  mutating func wait(milliseconds: UInt64, after time: Duration) {
    let pause = Duration.milliseconds(Int64(min(milliseconds, Self.maxPause)))
    due = time + pause / speed
  }

  /// Changes the speed, including the rest of the current pause.
  mutating func change(speed new: Double) {
    let new = min(max(new, Self.speeds.lowerBound), Self.speeds.upperBound)
    if let due, due > now { self.due = now + (due - now) * (speed / new) }
    speed = new
  }

  var text: String {
    let hundredths = Int((speed * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)×" }
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)×"
  }
}

extension PlayerModel {
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

  /// Shows the steps that are due at a time. Returns commands to perform.
  package mutating func tick(at now: Duration) -> [PlayerCommand] {
    playback.now = now
    var shown = 0
    while let due = playback.due, due <= now, shown < Playback.maxStepsPerTick {
      shown += 1
      guard let next = nextPlayed(after: list.selection) else {
        playback.stop()
        break
      }
      go(to: next)
      if let step = moment.step,
        let breakpoint = list.source.breakpoints.first(
          matching: log.text(of: step), changes: moment.changes)
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

  private func nextPlayed(after position: Int) -> Int? {
    guard position + 1 < log.count else { return nil }
    if let last = playback.last, log.number(at: position + 1) > last { return nil }
    return position + 1
  }

  /// Requests a tick when the next step is due, or in a second to update the countdown.
  private func wake() -> [PlayerCommand] {
    guard let due = playback.due else { return [] }
    return [.wake(after: min(max(.zero, due - playback.now), .seconds(1)))]
  }

  /// The time until the next step, shown if it is longer than a second.
  var countdown: String? {
    guard let due = playback.due, due - playback.now > .seconds(1) else { return nil }
    return "next in \((due - playback.now).components.seconds) s"
  }
}
