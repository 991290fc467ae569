import SessionLog
import SessionReplay

/// How the app is run.
package struct RunOptions: Equatable, Sendable {
  package var record: String?
  package var script: String?
  package var dataFolder: String?
  package var seed: UInt64?
  package var durability = Durability.flush
  package var level = RecordingLevel.steps
  package var force = false
  package var isQuiet = false
  /// What is printed of each step where the app is run line by line.
  package var printed = PrintedSteps.changes
  /// Whether a recording that may hold a secret is a failure, or one that does not replay.
  package var strict = false
  /// Whether a recording is replayed at its end.
  package var verifies = true

  /// Whether the app is shown in the browser, and where.
  package var isServed = false
  package var place = ServeOptions()
  /// Whether the recording is only there to be shown.
  package var isTemporary = false

  /// The log of the session that goes on.
  package var resume: String?
  /// The step after which it goes on; `nil` for the last.
  package var step: UInt64?

  /// Refuses options that do not go together.
  func validate(of verb: String) throws(UsageError) {
    if place != ServeOptions(), !isServed { throw .missingOption("--serve", of: verb) }
    if step != nil, resume == nil { throw .missingOption("--resume LOG", of: verb) }
    // A recording that is replaced takes what is left of an earlier one with it.
    if let record, let resume, resume == "\(record).partial" {
      throw .badValue(
        option: "--resume", value: resume,
        expected: "a log that the recording of '\(record)' does not replace")
    }
  }

  /// Runs without a line a step, and records into a file if one is given.
  package static func quiet(record path: String?) -> RunOptions {
    RunOptions(record: path, isQuiet: true)
  }
}

/// What is printed of each step.
package enum PrintedSteps: String, Equatable, Sendable {
  /// The step, and what it changed.
  case changes
  /// The screen after it, and the first one.
  case screen
}

/// A verb that runs the app.
package protocol SessionVerb: Verb {
  /// How the app is run.
  var session: RunOptions { get set }
}

extension SessionVerb {
  /// The options of all verbs that run the app.
  static var sessionOptions: [VerbOption<Self>] {
    [
      .path(
        "script", takes: "FILE", "read actions from a file; '-' is standard input",
        \.session.script),
      .path(
        "data-dir", takes: "DIR", of: .folder, "keep the app's data in this folder",
        \.session.dataFolder),
      .path(
        "resume", takes: "LOG", of: .log, "go on from the end of a recorded session",
        \.session.resume),
      .number(
        "at", takes: "N", in: 0...UInt64.max, "with --resume: go on from the state after step N",
        \.session.step),
      .number(
        "seed", takes: "N", in: 0...UInt64.max,
        "draw random numbers and identifiers from a seed", \.session.seed),
      .choice(
        "level", takes: "LEVEL", among: RecordingLevel.allCases,
        "how much of each step is kept: steps or actions", \.session.level),
      .choice(
        "durability", takes: "WHEN", among: [Durability.flush, .step],
        "flush: safe from any crash; step: from a loss of power too", \.session.durability),
      .flag(
        "strict", "fail for a secret, for outside data, or if it does not replay",
        \.session.strict),
      .flag("no-verify", "do not replay the recording at its end", \.session.verifies, to: false),
      .flag("force", "replace an existing log", \.session.force),
      .choice(
        "print", takes: "WHAT", among: [PrintedSteps.changes, .screen],
        "print what each step changes, or the screen after it", \.session.printed),
      .flag("quiet", "print no steps", \.session.isQuiet),
      .flag(
        "serve", "show the app in the browser, and take actions from there", \.session.isServed),
    ] + placeOptions(\.session.place)
  }

  static var sessionDetails: String {
    """
    A line of input is an action, as 'counter.incrTapped' or 'alerts.clearAll'.
    '#' begins a comment. These words are no actions:
      help             list the actions
      screen           print the screen
      wait 1s          let time pass: 250ms, 1.5s, 2m
      wait effects     wait until no effect is under way
      effects off      start no effects from now on: what they sent is in the lines
      quit, exit       end; effects that are under way are cancelled
    An action of such a name is written with a dot before it: '.help'.

    At a terminal the app has the full screen: ':' opens a line for an action, and
    '?' lists the keys. With '--script -', or at a terminal that cannot show it,
    each step is printed with a line for each change, and a wrong line is told and
    passed over. From a pipe or a script each step is one line, as 'show' prints it;
    a wrong line ends the session, and what came before it is recorded. With
    --print screen the screen is printed instead, at the start and after each step;
    the line 'screen' prints it once. Lines that are there are done and printed in
    blocks, so that millions can be; with --quiet no step is printed.

    With --level steps, the default, a log holds every change exactly; with actions no
    change, so that a replay tells between which whole states something differs.

    While the session is recorded, FILE.partial and FILE.partial.journal hold every step
    and the action under way, whatever ends the app: 'recover' makes a log of them. With
    --durability flush, the default, only a loss of power can cost steps, those that the
    system had not written yet. With step the app goes on when the step is on the disk.

    Only a regular file is replaced, with --force too. Logs are for their owner alone; one
    that is replaced keeps owner and mode.

    Secrets that are marked @Redacted are tokens in a log, in other texts too. What may
    be in it all the same is told; with --strict it makes the recording fail: at the
    beginning (exit 2) if the types say so, and else at the end (exit 1).

    At its end a recording is replayed twice, in a process of its own, where dictionaries
    have another order and nothing is left over. If that does not go as recorded, the
    reducer is not deterministic, which is told with the first step; the log is kept. With
    --strict it is a failure, and --no-verify leaves it out.

    With --resume, the steps of LOG up to the last, or to --at N, are gone through once, and
    must go as recorded. The app goes on from the state that they lead to, with the next
    number; a recording begins with these steps. Effects that had not ended are told, as
    far as the log tells, and not started again; the app is not launched anew. With --seed
    other values are drawn than before. LOG must be of level steps, from its first step.

    With --serve the address of a page is told, which shows the running app step by step and
    sends actions to it. Only who has the address is answered, and only programs of this
    machine can connect, unless --address says otherwise. Without a log the steps are
    recorded into the folder for temporary files, and removed at the end.

    Data is kept in $XDG_DATA_HOME, or else in ~/.local/share, under the app's name. Values
    that the app shares in files and user defaults are kept where the app says. A recorded
    script, and a session with --seed, reports the first of them. With --data-dir they are in
    DIR/shared too: files of the documents folder, other folders of the home folder and the
    current folder, and the standard user defaults. A file anywhere else is used where it is,
    which is reported once. With --strict the app gets no data outside the folder, and the
    recording fails: at the beginning (exit 2) if the app begins with such data, or else at
    the end (exit 1).

    SIGINT again, or another of these signals again after a second, ends the app at once.
    """
  }

  static var sessionExitCodes: [ExitMeaning] {
    [
      .success,
      ExitMeaning(
        ExitCode.recordingFailed,
        means: "the recording could not be completed, or fails --strict; LOG differs"),
      ExitMeaning(ExitCode.usage, means: "the command line or a line of the script is wrong"),
      ExitMeaning(
        Verdict.Kind.incompatible.exitCode, means: "LOG does not fit this build's types"),
      ExitMeaning(Verdict.Kind.damaged.exitCode, means: "LOG is damaged"),
      ExitMeaning(ExitCode.failure, means: "the output cannot be written"),
      ExitMeaning(
        129, 130, 143, means: "SIGHUP, SIGINT or SIGTERM came; the log is completed"),
    ]
  }

  /// Runs the app: on the full screen at a terminal, and otherwise a line of input an action.
  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    await shell.run(session, style)
  }
}
