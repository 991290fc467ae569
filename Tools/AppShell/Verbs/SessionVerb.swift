import CommandLineKit
import PageServer
import SessionLog
import SessionReplay

/// A verb that runs the app.
package protocol SessionVerb: ShellVerb {
  var session: RunOptions { get set }
}

extension SessionVerb {
  /// The options of all verbs that run the app, after the most used options of one verb.
  static func sessionOptions(after first: [VerbOption<Self>] = []) -> [VerbOption<Self>] {
    group("Most used", first + mainSessionOptions)
      + group("Recording", recordingOptions)
      + group("Page", serveOptions(\.session.serving))
  }

  private static var mainSessionOptions: [VerbOption<Self>] {
    [
      .path(
        "script", takes: "FILE", "read actions from FILE; '-' is standard input",
        \.session.script),
      .number(
        "seed", takes: "N", in: 0...UInt64.max,
        "seed for random numbers and identifiers", \.session.seed),
      .path(
        "data-dir", takes: "DIR", of: .folder, "keep the app's data in DIR",
        \.session.dataFolder),
      .flag("force", "replace an existing log", \.session.force),
      .flag("quiet", "print no steps", \.session.isQuiet),
      .choice(
        "print", takes: "WHAT", among: [PrintedSteps.changes, .screen],
        "print the changes of each step, or the screen after it (default: changes)",
        \.session.printed),
      .flag(
        "serve", "show the app in the browser, and accept actions from there", \.session.isServed),
      .path(
        "resume", takes: "LOG", of: .log, "resume a recorded session from its end",
        \.session.resume),
      .number(
        "at", takes: "N", in: 0...UInt64.max, "with --resume: resume after step N",
        \.session.step),
    ]
  }

  private static var recordingOptions: [VerbOption<Self>] {
    [
      .choice(
        "level", takes: "LEVEL", among: RecordingLevel.allCases,
        "record calls of effects (default), steps with their changes, or only actions",
        \.session.level),
      .choice(
        "durability", takes: "WHEN", among: [Durability.flush, .step],
        "survive crashes (flush, the default), or also power loss (step)", \.session.durability),
      .flag(
        "strict", "fail for possible secrets, for outside data, or if the replay differs",
        \.session.strict),
      .flag("no-verify", "do not replay the recording at its end", \.session.verifies, to: false),
    ]
  }

  static var sessionDetails: String {
    """
    Each line of input is an action, such as 'counter.incrTapped' or 'alerts.clearAll'.
    '#' starts a comment. These lines are commands of the shell:
      help             list the actions
      screen           print the screen
      wait 1s          wait for a time: 250ms, 1.5s, 2m
      wait effects     wait until no effect is running
      effects off      start no more effects: the script contains what they sent
      quit, exit       end; running effects are canceled
    An action with such a name is written with a leading dot: '.help'.

    At a terminal, the app uses the full screen: ':' opens a line for an action, and '?'
    lists the keys. With '--script -', or at a terminal that does not support it, each
    step is printed with a line per change, and an invalid line is reported and skipped.
    From a pipe or a script, each step is one line, as in the output of 'show'; an invalid
    line ends the session, and the steps before it are recorded. With '--print screen',
    the screen is printed at the start and after each step. Available lines are processed
    in blocks, which allows scripts with millions of lines; --quiet prints no steps.

    A log contains every change of the state, and what effects did and called, which
    'replay --effects' verifies. With '--level steps', it contains nothing of effects.
    With '--level actions', it contains no changes either, so a replay only finds the
    whole states between which a difference occurred.

    During a recording, FILE.partial and FILE.partial.journal contain every step and the
    current action, even if the app crashes: 'recover' creates a log from them. With
    '--durability flush', only a power loss can lose steps that the system had not yet
    written. With '--durability step', the app continues only after the step is on the
    disk.

    Only regular files are replaced, even with --force. Only the owner can access a new
    log; a replaced log keeps its owner and mode.

    Secrets marked with @Redacted are tokens in a log, even within other text. Remaining
    risks are reported. With --strict they make the recording fail: at the start (exit
    code 2) if the types reveal them, otherwise at the end (exit code 1).

    At its end, a recording is replayed twice in a separate process, where dictionaries
    have a different order and no global values remain. If a replay differs, the reducer
    is not deterministic: the first differing step is reported, and the log is kept. With
    --strict this is a failure; --no-verify skips the check. If the log has what effects
    did, and at most 1,000,000 steps, the replays run them as 'replay --effects' does. Up
    to 10,000 steps are replayed in three further processes, because a small set often has
    the same order in two.

    With --resume, the steps of LOG, up to step N with '--at N', are replayed once and
    must match. The app continues from the resulting state with the next number, and a
    recording begins with these steps. Effects that were still running are listed, as far
    as the log shows them. They are not restarted, and the app's launch action is not
    sent. With --seed, the values differ from earlier ones. LOG must contain the changes
    of all steps from the first.

    With --serve, the address of a page is printed. The page shows the running app step by
    step and sends actions to it. The server responds only to requests that include the
    token of the address, and accepts connections only from this machine unless --address
    is given. Without a log, the steps are recorded in the temporary folder and removed at
    the end.

    Data is kept in $XDG_DATA_HOME, or in ~/.local/share, under the app's name. Values
    that the app shares in files and user defaults are kept where the app specifies. A
    recorded script, or a session with --seed, reports the first of them. With --data-dir,
    they are kept in DIR/shared instead: files of the documents folder, other folders of
    the home folder and the current folder, and the standard user defaults. A file in any
    other place is used there, which is reported once. With --strict, the app gets no data
    from outside the folder, and the recording fails: at the start (exit code 2) if the
    app begins with such data, otherwise at the end (exit code 1).

    A second SIGINT, or a second SIGHUP or SIGTERM after more than a second, ends the app
    immediately.
    """
  }

  static var sessionExitCodes: [ExitMeaning] {
    [
      .success,
      ExitMeaning(
        ExitCode.recordingFailed,
        means: "the recording is incomplete or fails --strict, or LOG differs"),
      ExitMeaning(
        ExitCode.usage, means: "invalid command line or script line, or LOG cannot be created"),
      ExitMeaning(
        Verdict.Kind.incompatible.exitCode, means: "LOG does not fit this build's types"),
      ExitMeaning(Verdict.Kind.damaged.exitCode, means: "LOG is damaged"),
      ExitMeaning(ExitCode.failure, means: "writing the output failed"),
      ExitMeaning(
        129, 130, 143, means: "received SIGHUP, SIGINT or SIGTERM; the log is complete"),
    ]
  }

  /// Runs the app: on the full screen at a terminal, otherwise with an action per line of input.
  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    await shell.run(session, style)
  }
}
