import AppShell
import CommandLineKit
import ReplayCorpus
import SessionReplay
import Testing

@Suite("Command lines")
struct CommandParserTests {
  private static let verbNames = Verbs.all.map { $0.name }

  /// Parses a command line. Returns `nil` if its verb has a different type.
  private func verb<V: Verb>(_ line: String, as type: V.Type = V.self) throws -> V? {
    try verb(line.split(separator: " ").map(String.init))
  }

  private func verb<V: Verb>(_ arguments: [String]) throws -> V? {
    try CommandParser.parse(arguments).verb as? V
  }

  private func expect(
    _ line: String, fails error: UsageError, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) {
      try CommandParser.parse(line.split(separator: " ").map(String.init))
    }
  }

  private func runOptions(_ line: String) throws -> RunOptions? {
    try verb(line, as: RunVerb.self)?.session ?? verb(line, as: RecordVerb.self)?.session
  }

  private func replayVerb(_ line: String) throws -> ReplayVerb? { try verb(line) }

  private func showVerb(_ line: String) throws -> ShowVerb? { try verb(line) }

  @Test(
    "An empty path is rejected wherever a path is expected",
    arguments: [
      ["record", ""], ["replay", ""], ["replay", "a", ""], ["show", ""], ["info", ""],
      ["recover", ""], ["recover", "a", "-o", ""], ["replay", "a", "--junit", ""],
      ["run", "--record", ""], ["run", "--script", ""], ["run", "--data-dir="], ["compat", ""],
      ["play", ""],
    ])
  func emptyPath(arguments: [String]) {
    let error = #expect(throws: UsageError.self) { try CommandParser.parse(arguments) }
    #expect(error?.description.contains("the path is empty") == true)
  }

  @Test("'run' needs no options, and accepts each of its own")
  func run() throws {
    let plain = try #require(try runOptions("run"))
    #expect(plain.record == nil && plain.script == nil && plain.seed == nil && !plain.force)
    let full = try #require(
      try runOptions("run --record a --script - --data-dir d --seed 18446744073709551615 --force"))
    #expect(full.record == "a")
    #expect(full.script == "-")
    #expect(full.dataFolder == "d")
    #expect(full.seed == .max)
    #expect(full.force)
    #expect(plain.durability == .flush)
    #expect(plain.level == .effects)
    #expect(try runOptions("record a --level actions")?.level == .actions)
    #expect(throws: UsageError.self) { try runOptions("record a --level all") }
    #expect(try runOptions("record a --durability step")?.durability == .step)
    #expect(try runOptions("record a --durability flush")?.durability == .flush)
    #expect(throws: UsageError.self) { try runOptions("record a --durability never") }
  }

  @Test("'record FILE' is 'run --record FILE'")
  func record() throws {
    #expect(try runOptions("record a --seed 3") == runOptions("run --record a --seed 3"))
  }

  @Test("'replay' accepts paths before and after its options")
  func replay() throws {
    let options = try #require(
      try replayVerb("replay a --jobs 3 b --shard 2/3 --junit=j --json --git-bisect c"))
    #expect(options.paths == ["a", "b", "c"])
    #expect(options.jobs == 3)
    #expect(options.shard?.index == 2)
    #expect(options.shard?.count == 3)
    #expect(options.junit == "j")
    #expect(options.json && options.gitBisect && !options.update)
  }

  @Test("Arguments after '--' are operands")
  func doubleDash() throws {
    #expect(try replayVerb("replay --json -- --jobs")?.paths == ["--jobs"])
  }

  @Test("An option can be abbreviated if the abbreviation is unique")
  func abbreviations() throws {
    #expect(try replayVerb("replay a --sh 1/1")?.shard?.count == 1)
    expect("replay a --j", fails: .ambiguousOption("--j", candidates: ["json", "junit", "jobs"]))
  }

  @Test("'show' accepts a step or a range")
  func show() throws {
    #expect(try showVerb("show a --at 0")?.at == 0)
    let range = try #require(try showVerb("show a --from 2 --to 2 --json"))
    #expect(range.log == "a" && range.from == 2 && range.to == 2 && range.json)
    expect("show a --at 1 --to 2", fails: .conflict("--at", "--to"))
    expect("show a --at 1 --from 2", fails: .conflict("--at", "--from"))
    expect(
      "show a --from 3 --to 2",
      fails: .badValue(
        option: "--to", value: "2", expected: "a step that is not before --from 3"))
  }

  @Test("'recover' needs a log and a path for the new log")
  func recover() throws {
    let verb = try #require(try verb("recover a -o b --force", as: RecoverVerb.self))
    #expect(verb.log == "a" && verb.output == "b" && verb.force)
    #expect(try self.verb("recover --output b --force a") == verb)
    expect("recover a", fails: .missingOption("-o FILE", of: "recover"))
    expect("recover a b -o c", fails: .extraOperand("b", of: "recover"))
  }

  @Test("'pack' needs folders and an output whose name ends in '.tar'")
  func pack() throws {
    let verb = try #require(try verb("pack a b -o c.tar --force", as: PackVerb.self))
    #expect(verb.paths == ["a", "b"] && verb.output == "c.tar" && verb.force && !verb.json)
    expect("pack a", fails: .missingOption("-o FILE", of: "pack"))
    expect(
      "pack a -o c",
      fails: .badValue(
        option: "--output", value: "c", expected: "a name that ends in '.tar'", nearest: nil))
  }

  @Test("Every way of requesting help works for every verb", arguments: verbNames)
  func help(name: String) throws {
    for line in ["help \(name)", "\(name) --help", "\(name) -h", "--help \(name)"] {
      #expect(try verb(line, as: HelpVerb.self)?.topic == name)
    }
  }

  @Test("No arguments and --help request the overview, and -V, --version and 'version' the version")
  func general() throws {
    for line in ["", "help", "--help", "-h"] {
      let help = try #require(try verb(line, as: HelpVerb.self))
      #expect(help.topic == nil)
    }
    for line in ["version", "--version", "-V"] {
      #expect(try verb(line, as: VersionVerb.self) != nil)
    }
  }

  @Test("--color can be given before or after the verb")
  func color() throws {
    #expect(try CommandParser.parse(["info", "a"]).color == .auto)
    #expect(try CommandParser.parse(["--color", "never", "info", "a"]).color == .never)
    #expect(try CommandParser.parse(["info", "a", "--color=always"]).color == .always)
    expect(
      "info a --color red",
      fails: .badValue(option: "--color", value: "red", expected: "auto, always or never"))
  }

  @Test("Options without a verb, an unknown verb and a misspelled verb are rejected")
  func verbs() {
    expect("--color never", fails: .noVerb)
    expect("frobnicate", fails: .unknownVerb("frobnicate", nearest: nil))
    expect("reply a", fails: .unknownVerb("reply", nearest: "replay"))
    expect("help sho", fails: .unknownVerb("sho", nearest: "show"))
  }

  @Test("An unknown option is rejected with the most similar option")
  func unknownOptions() {
    expect("replay a --jsn", fails: .unknownOption("--jsn", nearest: "--json"))
    expect("replay a --xyzzy=3", fails: .unknownOption("--xyzzy", nearest: nil))
    for line in [
      "replay -x a", "replay --json -xq foo", "replay --json foo -xq", "-xh", "replay a -hx",
      "record a -x=3",
    ] {
      expect(line, fails: .unknownOption("-x", nearest: nil))
    }
    expect("replay --json -é foo", fails: .unknownOption("-é", nearest: nil))
    expect("replay --json -hé", fails: .unknownOption("-é", nearest: nil))
    expect("--jsn", fails: .unknownOption("--jsn", nearest: nil))
    expect("record a --record b", fails: .unknownOption("--record", nearest: nil))
  }

  @Test("Two swapped letters count as one mistake")
  func swappedLetters() {
    expect("replay a --jbos 2", fails: .unknownOption("--jbos", nearest: "--jobs"))
    expect("shwo a", fails: .unknownVerb("shwo", nearest: "show"))
  }

  @Test("A value that isn't a choice of its option is rejected with the most similar choice")
  func choices() {
    expect(
      "record a --level step",
      fails: .badValue(
        option: "--level", value: "step", expected: "effects, steps or actions", nearest: "steps"))
    expect(
      "info a --color alwyas",
      fails: .badValue(
        option: "--color", value: "alwyas", expected: "auto, always or never", nearest: "always"))
    expect(
      "completions fsh",
      fails: .badValue(
        option: "completions", value: "fsh", expected: "bash, zsh or fish", nearest: "fish"))
  }

  @Test("An option is rejected if its value is missing, or if it takes no value but has one")
  func values() {
    expect("replay a --jobs", fails: .missingValue(option: "--jobs", value: "N"))
    expect("recover a -o", fails: .missingValue(option: "--output", value: "FILE"))
    expect("replay a --json=1", fails: .unexpectedValue(option: "--json"))
  }

  @Test(
    "A malformed or excessive number is rejected", arguments: ["0", "-1", "1.5", "x", "1025", ""])
  func numbers(value: String) {
    let expected = "a number from 1 to 1024"
    #expect(throws: UsageError.badValue(option: "--jobs", value: value, expected: expected)) {
      try CommandParser.parse(["replay", "a", "--jobs", value])
    }
  }

  @Test(
    "A shard that isn't I/N with I from 1 to N is rejected",
    arguments: ["0/3", "4/3", "1", "1/", "/3", "1/2/3", "a/b", "-1/3"])
  func shards(value: String) {
    #expect(throws: UsageError.self) {
      try CommandParser.parse(["replay", "a", "--shard", value])
    }
  }

  @Test("Missing and extra operands are rejected")
  func operands() {
    expect("run a", fails: .extraOperand("a", of: "run"))
    expect("record", fails: .missingOperand("the FILE to record into", of: "record"))
    expect("record a b", fails: .extraOperand("b", of: "record"))
    expect(
      "replay --json",
      fails: .missingOperand("the PATH of a log or a folder of logs", of: "replay"))
    expect("info", fails: .missingOperand("the LOG to describe", of: "info"))
    expect("help run show", fails: .extraOperand("show", of: "help"))
  }

  @Test("'replay' parses --timeout, --memory and --strict")
  func limits() throws {
    let options = try #require(try replayVerb("replay a --timeout 5 --memory 512 --strict"))
    #expect(options.timeout == 5)
    #expect(options.memory == 512)
    #expect(options.isStrict)
    expect(
      "replay a --timeout 0",
      fails: .badValue(option: "--timeout", value: "0", expected: "a number from 1 to 86400"))
    expect(
      "serve a --port 99999",
      fails: .badValue(option: "--port", value: "99999", expected: "a number from 1 to 65535"))
    expect(
      "show a --from 0", fails: .badValue(option: "--from", value: "0", expected: "a number from 1")
    )
    expect(
      "replay a --memory 1",
      fails: .badValue(option: "--memory", value: "1", expected: "a number from 64 to 1048576"))
    expect("replay a --tail --timeout 5", fails: .conflict("--tail", "--timeout"))
    expect("replay a --tail --memory 500", fails: .conflict("--tail", "--memory"))
  }

  @Test("Options of 'replay' that exclude each other are rejected")
  func conflict() {
    expect("replay a --update --junit j", fails: .conflict("--update", "--junit"))
    expect("replay a --tail --update", fails: .conflict("--tail", "--update"))
    expect("replay a --tail --shard 1/2", fails: .conflict("--tail", "--shard"))
    expect("replay --tail a b", fails: .extraOperand("b", of: "replay"))
  }
}
