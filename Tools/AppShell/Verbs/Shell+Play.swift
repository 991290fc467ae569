import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionReplay

extension Shell {
  /// Prints the steps of a log in the time that they took; it needs no code of the app.
  func play(_ options: PlayOptions, _ style: OutputStyle) async -> Int32 {
    do throws(SessionReadError) {
      let reader = try SessionReader(path: options.log)
      let header = reader.header
      let lines = StepLine(
        schema: header.schema, action: header.action, paint: style.paint, width: nil)
      var steps = try ComparedSteps(reader, after: (options.from ?? 1) - 1)
      var time = Duration.zero
      while steps.number < options.to ?? .max, console.output.health == .open {
        guard let (step, changes) = try steps.next() else { break }
        let pause = Duration.milliseconds(
          Int64(clamping: Swift.min(step.elapsedMilliseconds, PlayOptions.longestPause)))
        await wait(pause / options.speed)
        time += pause
        console.output.line("\(time.asPlayTime) \(lines.text(of: step, changes: changes ?? []))")
        console.output.flush()
      }
      if let text = steps.leftOutText { complain(text) }
      guard case .damaged(let damage) = reader.log.state else { return 0 }
      throw .log(.damaged(path: reader.log.path, damage: damage))
    } catch {
      console.output.flush()
      complain(error.description.visible)
      return ExitCode.of(error)
    }
  }

  private func wait(_ duration: Duration) async {
    guard duration > .zero else { return }
    @Dependency(\.continuousClock) var clock
    // The task is never cancelled: the process ends instead.
    try? await clock.sleep(for: duration)
  }
}

extension Duration {
  /// The time since the beginning: minutes, seconds and milliseconds.
  fileprivate var asPlayTime: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
    return "\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds, 3))"
  }
}
