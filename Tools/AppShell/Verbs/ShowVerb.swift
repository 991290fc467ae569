import Platform
import RecordedValues
package import CommandLineKit
import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionDocument
import SessionReplay
import SessionReports

/// Prints the steps of a log, or the state after a step. Needs no code of the app.
package struct ShowVerb: ShellVerb {
  package static let name = "show"
  package static let summary = "list the steps of a log, or show the state after a step"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to show", \.log)
  package static let options = mainOptions + listOptions
  package static let details = """
    Each step is a line: its number, its origin, the action, and the changes. The origin
    is '·' for an action of the user, or '←' and the number of a step whose effect sent
    the action. Logs of any app can be shown, because no code of the app is needed.

    With --calls, the calls that the effects of a step made follow its line, with their
    results and durations, if the session was recorded with level 'effects'.

    Filters can be combined. PATH is written as in the output: counter.count,
    'shoppingList.products[id: …].name'. NAME is an action without its values, or its
    beginning up to a dot: shoppingList.products.updateName.

    A line contains up to four changes, with long texts folded, "Lorem ipsum…" (12 kB),
    and identities of rows shortened, products[id: 3F2A9C01…]; --verbose prints them in
    full. At a terminal, the output goes through the command in PAGER, or 'less -R'.

    With --script, the output is a script for 'run --script'. It contains all actions,
    including those that effects sent, after 'effects off', and rows by their indices.
    Dependencies are not replayed: reducers read new values.

    To let git show the changes of a log, add to .gitattributes
      *.reprise diff=reprise
    and run once
      git config diff.reprise.textconv 'COLUMNS= reprise show --effects'

    With --json: {"steps": [{"number", "origin", "startedBy"?, "elapsedMilliseconds",
    "action", "compact", "changes": [{"path", "old"?, "new"?}], "effect", "reads",
    "unfinished"?, "calls"?: [{"effect", "endpoint", "arguments", "result"?, "error"?,
    "canceled"?, "unfinished"?, "unknown"?, "elements"?, "milliseconds"?}]}]}, and with
    --at: {"step": …, "state": …}. "compact" is the action as lists print it. A step is
    unfinished if the app ended while it was reducing it, and a call if it had not ended
    at the end of the log.
    """
  package static let exitCodes = [
    ExitMeaning.success, .usage, .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "the log is damaged; its intact steps were shown"),
  ]
  package static let examples = [
    "show s.reprise --from 3 --to 7", "show s.reprise --at 7",
    "show s.reprise --path counter.count",
  ]

  package var log = ""
  package var at: UInt64?
  package var from: UInt64?
  package var to: UInt64?
  package var json = false
  package var isScript = false
  package var showsEffects = false
  package var showsCalls = false
  package var path: String?
  package var action: String?
  package var grep: String?
  package var showsChangesOnly = false
  package var isVerbose = false
  package var isPagerOff = false

  package init() {}

  package func validate() throws(UsageError) {
    let choices = [
      (path != nil, "--path"), (action != nil, "--action"), (grep != nil, "--grep"),
      (showsChangesOnly, "--changes-only"), (isVerbose, "--verbose"),
      (showsEffects, "--effects"), (showsCalls, "--calls"), (from != nil, "--from"),
    ]
    if isScript {
      if json { throw .conflict("--script", "--json") }
      if at != nil { throw .conflict("--script", "--at") }
      for (isGiven, name) in choices where isGiven { throw .conflict("--script", name) }
    }
    if at != nil {
      for (isGiven, name) in choices where isGiven { throw .conflict("--at", name) }
      if to != nil { throw .conflict("--at", "--to") }
    }
    if json, isVerbose { throw .conflict("--json", "--verbose") }
    try Self.checkRange(from: from, to: to)
  }

  /// Checks that a range of steps doesn't end before it begins.
  static func checkRange(from: UInt64?, to: UInt64?) throws(UsageError) {
    guard let from, let to, to < from else { return }
    throw .badValue(
      option: "--to", value: "\(to)", expected: "a step that is not before --from \(from)")
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    HistoryQuestion.ask(shell) {
      let reader = try shell.session(at: log)
      if let code = checkSteps(of: reader, shell) { return code }
      let filter = try filter(for: reader)
      let code = try shell.paged(unless: isPagerOff || json || isScript) { shell in
        if let step = at { return try showState(at: step, reader, shell) }
        if isScript {
          try showScript(reader, shell)
        } else {
          try showSteps(reader, filter, shell, style)
        }
        return 0
      }
      try HistoryQuestion.requireWhole(reader)
      return code
    }
  }

  private func filter(for reader: SessionReader) throws -> StepFilter {
    let header = reader.header
    var filter = StepFilter()
    filter.showsChangesOnly = showsChangesOnly
    if let path { filter.paths = [try ValuePath(path, into: header.state, in: header.schema)] }
    if let action {
      let actions = ActionText(schema: header.schema, type: header.action)
      filter.action = try ActionName(action, of: actions)
    }
    if filter.needsStates { try reader.requireStates() }
    return filter
  }

  /// Returns an exit code, after an error message, if the log doesn't have the requested steps.
  @MainActor
  private func checkSteps<App>(of reader: SessionReader, _ shell: Shell<App>) -> Int32? {
    guard let text = Self.missingSteps(from: at ?? from, to: at ?? to, at: at, in: reader.log)
    else { return nil }
    shell.printError("'\(log.visible)' \(text)")
    return ExitCode.usage
  }

  /// Returns the predicate of an error message if a complete log has none of the requested steps.
  static func missingSteps(
    from: UInt64?, to: UInt64?, at: UInt64? = nil, in log: LogReader
  ) -> String? {
    guard case .whole = log.state else { return nil }
    let start = log.stepsBeforeStart
    if let from, from > log.lastStep {
      let steps = log.lastStep.counted("step")
      return start == 0
        ? "has \(steps); there is no step \(from)"
        : "has steps \(start + 1) to \(log.lastStep); there is no step \(from)"
    }
    // The state before the first step is also known.
    guard start > 0, let to, at == nil ? to <= start : to < start else { return nil }
    return "begins with step \(start + 1); previous steps were not kept"
  }

  @MainActor
  private func showState<App>(
    at step: UInt64, _ reader: SessionReader, _ shell: Shell<App>
  ) throws(SessionReadError) -> Int32 {
    let entries = try SessionEntries(reader, after: step, comparing: .none)
    let header = reader.header
    guard entries.number == step else {
      if case .whole = reader.log.state {
        shell.printError(
          "the state after step \(step) was lost before '\(log.visible)' was recovered; "
            + "the next known state is the one after step \(entries.number)")
        return ExitCode.usage
      }
      return 0
    }
    guard !reader.log.blocks.isEmpty else {
      guard case .whole = reader.log.state else { return 0 }
      shell.printError("'\(log.visible)' contains no states; record it again")
      return ExitCode.usage
    }
    guard entries.state != nil || header.level == .actions else {
      shell.printError(
        "the app ended while it was reducing step \(step) of '\(log.visible)', so there is no "
          + "state after it; the last state is the one after step \(step - 1)")
      return ExitCode.usage
    }
    guard let state = entries.state else {
      shell.printError(
        "'\(log.visible)' has level '\(header.level.rawValue)' and does not contain the state "
          + "after step \(step); the last stored state before it is the one after step "
          + "\(reader.lastKnownState(before: step))")
      return ExitCode.usage
    }
    if json {
      shell.console.output.line(
        JSONText.line(
          state: state, as: header.state, in: header.schema, after: step))
    } else {
      let text = ValueText(schema: header.schema)
      for line in text.lines(of: state, as: header.state) {
        shell.console.output.line(line.visible)
      }
    }
    return 0
  }

  @MainActor
  private func showSteps<App>(
    _ reader: SessionReader, _ filter: StepFilter, _ shell: Shell<App>, _ style: OutputStyle
  ) throws(SessionReadError) {
    let console = shell.console
    let header = reader.header
    let grep = grep.flatMap { SearchedText($0) }
    let lines = StepLine(
      schema: header.schema, action: header.action, paint: style.paint, width: style.width,
      isWhole: isVerbose)
    let searched = StepLine(schema: header.schema, action: header.action, isWhole: true)
    let headline = StepHeadline(header: header)
    var texts = ActionTexts()
    var separator = ""
    if json { console.output.text(#"{"steps":["#) }
    // Intact steps form a valid list even if the log is damaged after them.
    defer { if json { console.output.line("]}") } }
    let bar = stepBar(reader, shell)
    defer { bar.remove() }
    var entries = try SessionEntries(
      reader, after: (from ?? 1) - 1, paths: filter.paths,
      printsAll: json || isVerbose || grep != nil, shortensUUIDs: !json && !isVerbose)
    var calls = Calls(reader, width: style.width, isVerbose: isVerbose)
    defer {
      for text in [entries.leftOutText, calls.hiddenText].compactMap(\.self) {
        console.output.flush()
        shell.printError(text)
      }
    }
    while entries.number < to ?? .max, console.output.health == .open {
      let last = entries.number
      guard let step = try entries.next() else { break }
      bar.advance(step.number)
      if step.number > last + 1, !json {
        console.output.line("\(last + 1) to \(step.number - 1): lost before the log was recovered")
      }
      guard filter.accepts(step, of: entries) else { continue }
      let changes = entries.changes()
      if let grep, !grep.matches(searched.text(of: step, changes: changes ?? [])),
        !grep.matches(headline.action(of: step)), !calls.contains(grep, of: step)
      {
        continue
      }
      if json {
        let result = StepResult(
          step, changes: changes, calls: calls.results(of: step), header: header)
        console.output.text(separator + JSONText.line(result))
        separator = ","
      } else {
        var shown = isVerbose ? changes ?? [] : entries.merged(changes ?? [])
        if !isVerbose { shown = entries.shortened(shown) }
        console.output.line(
          lines.text(
            of: step, changes: shown, shortening: entries.shortUUIDs, keeping: &texts))
        if showsEffects, step.effect != .none, !step.isUnfinished {
          let effect = EffectText(header: header).text(of: step.effect)
          console.output.line("        returned \(effect.visible)")
        }
        if showsCalls || isVerbose {
          for line in calls.lines(of: step) { console.output.line(line) }
        } else {
          calls.hide(callsOf: step)
        }
      }
    }
    if let fault = calls.fault { throw fault }
  }

  /// Returns the progress bar for steps that are printed into a file.
  @MainActor
  func stepBar<App>(_ reader: SessionReader, _ shell: Shell<App>) -> ProgressBar {
    let first = (from ?? 1) - 1
    let last = Swift.min(to ?? .max, Swift.max(reader.log.lastStep, first))
    return ProgressBar(
      total: Int(clamping: last), unit: "steps",
      isShown: shell.environment.isErrorTerminal && !shell.environment.isOutputTerminal,
      shell.console.errors)
  }
}

extension ShowVerb {
  private static let mainOptions = group(
    "Most used",
    [
      .number(
        "at", takes: "N", in: 0...UInt64.max,
        "show the state after step N; 0 is the initial state", \.at),
      .number("from", takes: "A", in: 1...UInt64.max, "start with step A", \.from),
      .number("to", takes: "B", in: 1...UInt64.max, "end with step B", \.to),
      .text(
        "path", takes: "PATH", "list steps that changed the value at PATH or a part of it", \.path),
      .text("action", takes: "NAME", "list steps whose action is NAME", \.action),
      .text(
        "grep", takes: "TEXT",
        "list steps whose line, or a call, contains TEXT; small letters match capitals, too",
        \.grep),
      .flag("calls", "show the calls that effects made of dependencies", \.showsCalls),
      .flag("script", "print the actions as a script for 'run --script'", \.isScript),
      .flag("verbose", "print lines in full", \.isVerbose),
      .flag("json", "print one JSON object", \.json),
    ])
  private static let listOptions = group(
    "List",
    [
      .flag("effects", "show the effects that steps returned", \.showsEffects),
      .flag("changes-only", "list steps that changed the state", \.showsChangesOnly),
      .flag("no-pager", "print to the terminal without a pager", \.isPagerOff),
    ])
}
