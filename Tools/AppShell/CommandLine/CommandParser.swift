/// Reads a command line.
package struct CommandParser {
  private var color = ColorChoice.auto

  /// Reads the arguments of a process, without the program's name.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = CommandParser()
    let command = try parser.command(arguments)
    return Invocation(command: command, color: parser.color)
  }

  private mutating func command(_ arguments: [String]) throws(UsageError) -> Command {
    let scanner = OptionScanner(
      verb: nil, specs: [.help, .version, .color], stopsAtOperand: true)
    let start = try OptionValues(scanner.scan(arguments))
    color = try start.color() ?? color
    if start.has("version") { return .version }
    guard let name = start.operands.first else {
      if start.has("help") { return .help(nil) }
      throw .noVerb
    }
    let verb = try verb(named: name)
    if start.has("help") { return .help(verb) }
    let values = try OptionValues(
      OptionScanner(verb: verb, specs: verb.options).scan(Array(start.operands.dropFirst())))
    color = try values.color() ?? color
    if values.has("help") { return .help(verb) }
    return try command(verb, values)
  }

  private func verb(named name: String) throws(UsageError) -> Verb {
    guard let verb = Verb(rawValue: name) else {
      throw .unknownVerb(name, nearest: NearestName.to(name, among: Verb.allCases.map(\.rawValue)))
    }
    return verb
  }

  private func command(_ verb: Verb, _ values: OptionValues) throws(UsageError) -> Command {
    switch verb {
    case .run:
      try values.requireNoOperands(verb)
      return .run(try runOptions(values, record: try values.path("record")))
    case .record:
      let file = try values.onlyOperand("the FILE to record into", verb)
      return .run(try runOptions(values, record: file))
    case .replay: return .replay(try replayOptions(values))
    case .show: return .show(try showOptions(values))
    case .info:
      let logs = try values.someOperands("the LOG to say something about", verb)
      return .info(
        InfoOptions(logs: logs, json: values.has("json"), isQuick: values.has("quick")))
    case .play: return .play(try playOptions(values))
    case .ledger:
      let paths = try values.someOperands("the PATH of a log or a folder of logs", verb)
      return .ledger(
        LedgerOptions(paths: paths, json: values.has("json"), isVerbose: values.has("verbose")))
    case .recover:
      let log = try values.onlyOperand("the LOG to recover", verb)
      guard let output = try values.path("output") else {
        throw .missingOption("-o FILE", of: verb)
      }
      return .recover(RecoverOptions(log: log, output: output, force: values.has("force")))
    case .help:
      guard let name = values.operands.first else { return .help(nil) }
      if values.operands.count > 1 { throw .extraOperand(values.operands[1], of: verb) }
      return .help(try self.verb(named: name))
    }
  }

  private func runOptions(
    _ values: OptionValues, record: String?
  ) throws(UsageError) -> RunOptions {
    if record == nil, values.has("strict") || values.has("no-verify") {
      throw .missingOption("--record FILE", of: .run)
    }
    return RunOptions(
      record: record, script: try values.path("script"), dataFolder: try values.path("data-dir"),
      seed: try values.number("seed", 0...UInt64.max), durability: try values.durability(),
      level: try values.level(),
      force: values.has("force"), isQuiet: values.has("quiet"), strict: values.has("strict"),
      verifies: !values.has("no-verify"))
  }

  private func replayOptions(_ values: OptionValues) throws(UsageError) -> ReplayOptions {
    let paths = try values.someOperands("the PATH of a log or a folder of logs", .replay)
    var options = ReplayOptions(paths: paths)
    options.jobs = try values.number("jobs", 1...1024).map { Int($0) }
    options.shard = try values.shard()
    options.junit = try values.path("junit")
    options.json = values.has("json")
    options.update = values.has("update")
    options.isConfirmed = values.has("yes")
    options.isDryRun = values.has("dry-run")
    if options.isConfirmed, options.isDryRun { throw .conflict("--yes", "--dry-run") }
    if options.isConfirmed || options.isDryRun, !options.update {
      throw .missingOption("--update", of: .replay)
    }
    options.gitBisect = values.has("git-bisect")
    options.isVerbose = values.has("verbose")
    options.keepsGoing = values.has("keep-going")
    if options.update, options.keepsGoing { throw .conflict("--update", "--keep-going") }
    options.isParanoid = values.has("paranoid")
    if options.update, options.isParanoid { throw .conflict("--update", "--paranoid") }
    options.tail = values.has("tail")
    options.isStrict = values.has("strict")
    options.timeout = try values.number("timeout", 1...86_400).map { Int($0) }
    options.memory = try values.number("memory", 64...1_048_576).map { Int($0) }
    if options.json, options.junit == ReplayOptions.standardOutput {
      throw .conflict("--json", "--junit -")
    }
    if options.update, options.junit != nil { throw .conflict("--update", "--junit") }
    if options.tail {
      if options.update { throw .conflict("--tail", "--update") }
      if options.shard != nil { throw .conflict("--tail", "--shard") }
      // A log that is followed is replayed in this process, which nobody watches.
      if options.timeout != nil { throw .conflict("--tail", "--timeout") }
      if options.memory != nil { throw .conflict("--tail", "--memory") }
      if paths.count > 1 { throw .extraOperand(paths[1], of: .replay) }
    }
    return options
  }

  private func playOptions(_ values: OptionValues) throws(UsageError) -> PlayOptions {
    var options = PlayOptions(log: try values.onlyOperand("the LOG to play", .play))
    options.speed = try values.speed() ?? options.speed
    options.from = try values.number("from", 1...UInt64.max)
    options.to = try values.number("to", 1...UInt64.max)
    if let from = options.from, let to = options.to, to < from {
      throw .badValue(
        option: "--to", value: "\(to)", expected: "a step that is not before --from \(from)")
    }
    return options
  }

  private func showOptions(_ values: OptionValues) throws(UsageError) -> ShowOptions {
    var options = ShowOptions(log: try values.onlyOperand("the LOG to show", .show))
    options.at = try values.number("at", 0...UInt64.max)
    options.from = try values.number("from", 1...UInt64.max)
    options.to = try values.number("to", 1...UInt64.max)
    options.json = values.has("json")
    options.isScript = values.has("script")
    options.showsEffects = values.has("effects")
    if options.isScript {
      if options.json { throw .conflict("--script", "--json") }
      if options.at != nil { throw .conflict("--script", "--at") }
      if options.from != nil { throw .conflict("--script", "--from") }
      if options.showsEffects { throw .conflict("--script", "--effects") }
    }
    if options.at != nil {
      if options.showsEffects { throw .conflict("--at", "--effects") }
      if options.from != nil { throw .conflict("--at", "--from") }
      if options.to != nil { throw .conflict("--at", "--to") }
    }
    if let from = options.from, let to = options.to, to < from {
      throw .badValue(
        option: "--to", value: "\(to)", expected: "a step that is not before --from \(from)")
    }
    return options
  }
}
