import ComposableArchitecture
import RecordCoding
import RecordSchema
import SessionLog
import SessionReplay

extension Shell {
  /// Prints the steps of a log, or the state after one; it needs no code of the app.
  func show(_ options: ShowOptions, _ style: OutputStyle) -> Int32 {
    do throws(SessionReadError) {
      let reader = try SessionReader(path: options.log)
      if let code = checkRange(options, reader) { return code }
      var code: Int32 = 0
      if let step = options.at {
        code = try showState(at: step, reader, options)
      } else if options.isScript {
        try showScript(reader, options)
      } else {
        try showSteps(reader, options, style)
      }
      guard case .damaged(let damage) = reader.log.state else { return code }
      throw .log(.damaged(path: reader.log.path, damage: damage))
    } catch {
      console.output.flush()
      complain(error.description.visible)
      return ExitCode.of(error)
    }
  }

  /// The exit code if the log has no such steps.
  private func checkRange(_ options: ShowOptions, _ reader: SessionReader) -> Int32? {
    guard case .whole = reader.log.state, let step = options.at ?? options.from,
      step > reader.log.lastStep
    else { return nil }
    let steps = reader.log.lastStep.counted("step")
    complain("'\(options.log.visible)' has \(steps); there is no step \(step)")
    return ExitCode.usage
  }

  private func showState(
    at step: UInt64, _ reader: SessionReader, _ options: ShowOptions
  ) throws(SessionReadError) -> Int32 {
    let cursor = try SessionCursor(reader, at: step)
    let header = reader.header
    guard cursor.number == step else {
      if case .whole = reader.log.state {
        complain(
          "the state after step \(step) was lost before '\(options.log.visible)' was recovered; "
            + "the next that is known is that after step \(cursor.number)")
        return ExitCode.usage
      }
      return 0
    }
    guard !reader.log.blocks.isEmpty else {
      guard case .whole = reader.log.state else { return 0 }
      complain("'\(options.log.visible)' holds no state, so there is none to show; record it again")
      return ExitCode.usage
    }
    guard cursor.knowsState || header.level != .steps else {
      complain(
        "the app ended while it was reducing step \(step) of '\(options.log.visible)', so that "
          + "there is no state after it; the last is that after step \(step - 1)")
      return ExitCode.usage
    }
    guard cursor.knowsState else {
      complain(
        "'\(options.log.visible)' is of level '\(header.level.rawValue)' and does not hold the state "
          + "after step \(step); the last whole state before it is that after step "
          + "\(reader.lastKnownState(before: step))")
      return ExitCode.usage
    }
    if options.json {
      let state = StateJSON(cursor.state, as: header.state, in: header.schema)
      console.output.line(JSONText.line(StateResult(step: step, state: state)))
    } else {
      let text = ValueText(schema: header.schema)
      for line in text.lines(of: cursor.state, as: header.state) {
        console.output.line(line.visible)
      }
    }
    return 0
  }

  private func showSteps(
    _ reader: SessionReader, _ options: ShowOptions, _ style: OutputStyle
  ) throws(SessionReadError) {
    let header = reader.header
    let lines = StepLine(
      schema: header.schema, action: header.action, paint: style.paint, width: style.width)
    var separator = ""
    if options.json { console.output.text(#"{"steps":["#) }
    // What is whole is a list of its own also if the log is damaged behind it.
    defer { if options.json { console.output.line("]}") } }
    let bar = stepBar(reader, options)
    defer { bar.remove() }
    var steps = try ComparedSteps(
      reader, after: (options.from ?? 1) - 1, printsAll: options.json)
    defer {
      if let text = steps.leftOutText {
        console.output.flush()
        complain(text)
      }
    }
    while steps.number < options.to ?? .max, console.output.health == .open {
      let last = steps.number
      guard let (step, changes) = try steps.next() else { return }
      bar.advance(step.number)
      if step.number > last + 1, !options.json {
        console.output.line("\(last + 1) to \(step.number - 1): lost before the log was recovered")
      }
      if options.json {
        let result = StepResult(step, changes: changes, header: header)
        console.output.text(separator + JSONText.line(result))
        separator = ","
      } else {
        console.output.line(lines.text(of: step, changes: changes ?? []))
        guard options.showsEffects, step.effect != .none, !step.isUnfinished else { continue }
        let effect = EffectText(header: header).text(of: step.effect)
        console.output.line("        returned \(effect.visible)")
      }
    }
  }

  /// How far the steps are that are printed into a file, for a person who waits for them.
  func stepBar(_ reader: SessionReader, _ options: ShowOptions) -> ProgressBar {
    let first = (options.from ?? 1) - 1
    let last = Swift.min(options.to ?? .max, Swift.max(reader.log.lastStep, first))
    return ProgressBar(
      total: Int(clamping: last), unit: "steps",
      isShown: environment.isErrorTerminal && !environment.isOutputTerminal, console.errors)
  }
}

/// What `show --at --json` prints.
private struct StateResult: Encodable {
  let step: UInt64
  let state: StateJSON
}
