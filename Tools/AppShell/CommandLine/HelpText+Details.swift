extension HelpText {
  static let lineMode = """

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
    the screen is printed after each step, and a wrong line is told and passed
    over. From a pipe or a script each step is a line, and the screen is printed at
    the end; a wrong line ends the session, and what came before it is recorded.
    Lines that are there are done and printed in blocks, so that millions can be;
    with --quiet no step is printed, and no screen at the end.

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

    Data is kept in $XDG_DATA_HOME, or else in ~/.local/share, under the app's name.

    Exit: 0; 1 if the recording could not be completed, or fails --strict; 2 if the
    command line or a line of the script is wrong; 129, 130 or 143 after SIGHUP, SIGINT or
    SIGTERM, with the log completed; 70 if the output cannot be written. SIGINT again, or
    another of them again after a second, ends the app at once.

    """

  static let replaying = """

    A path that is a folder means all '.reprise' files under it.

    Of several logs, those that fail for the same reason (verdict, action, field or
    message) are one block: how many there are, the log with the fewest steps in full,
    and the names of others. The report fits on a screen; --verbose leaves nothing out.

    With --json: {"verdict": …, "exitCode": …, "groups": [{"verdict", "action"?,
    "place"?, "count", "logs"}], "logs": [{"path", "verdict", "steps",
    "verifiedSteps", "lostSteps"?, "gaps"?, "survivedStep"?, "message"?,
    "divergence"?: {"kind", "step", "action", "path"?, "expected"?, "actual"?,
    "difference"?, "message"?}, "crash"?: {"step", "action", "cause", "message",
    "lastLine"?, "frames", "asRecorded"}, "context"?, "feature"?, "fit"?: {"grade",
    "changes"}, "differingSteps"?, "differingRanges"?: [{"first", "last"}],
    "differing"?}]}; what has a question mark is there if it applies.

    With --junit: a test case for each log, with its time in seconds; with '-' there
    is nothing else on standard output. Where GITHUB_ACTIONS is 'true', each group is
    an annotation for GitHub on standard output, or on standard error where --json or
    '--junit -' has that for itself.

    With --update as well: {"exitCode": …, "groups": […], "logs": [{"path", "outcome",
    "message"?, "divergence"?}]}.

    Of each step the state, the actions that its effect sends, and the shape of the effect
    are verified. Effects themselves are not run: what they sent is in the log.

    A log that another version recorded is resolved by the names of fields and cases;
    'ledger' says how well that can be done.

    Logs are replayed in processes of their own. An app that ends in one, by a trap, an
    endless recursion, exit(), a step that takes longer than --timeout, or more memory
    than --memory allows, costs that log: it has crashed, at a step, with what the
    runtime said and the app's functions that were running. The other logs go on.

    A log of a session that ended in the middle of a step is replayed through that
    step: it crashes as recorded, or it matches and the crash is gone.

    A log that has lost steps is replayed anew from the state behind each gap, and its
    verdict says how many are lost. With --strict it is as bad as a damaged one.

    --tail follows one log that is being written, LOG.partial if there is such, until
    it is completed, a step differs, nobody writes it any more, or the first Ctrl-C.

    --update tells why logs differ, a block for each reason with its first difference,
    and replaces them after a question at a terminal, or with --yes. Without either, and
    with --dry-run, nothing is written, and the exit code is that of a replay. A log
    whose draws of dependencies differ is refused, and so is one that is not whole or
    crashes; but a dependency that is recorded only since the log was is drawn anew. A log
    that another version of the app or of its types recorded is left alone, unless the log
    itself is named, and not only its folder.

    Exit, the worst of all logs: 0 match, 1 diverged, 5 crashed, 3 incompatible,
    4 damaged, 70 a fault of the program; 2 if the command line is wrong.

    """

  static let showing = """

    Each step is a line: its number, '·' if it was sent by the user or '←' if an
    effect sent it (and the number of the step that started the effect), the action,
    and what changed. No code of the app is needed, so
    that logs of any app can be shown.

    With --script the lines are those that 'run --script' takes: every action, also what
    effects sent, behind 'effects off', and rows by their places. What a reducer draws
    is drawn anew.

    So that git shows what changed in a log, have in .gitattributes
      *.reprise diff=reprise
    and give the command once
      git config diff.reprise.textconv 'COLUMNS= reprise show --effects'

    With --json: {"steps": [{"number", "origin", "startedBy"?, "elapsedMilliseconds",
    "action", "changes": [{"path", "old"?, "new"?}], "effect", "draws",
    "unfinished"?}]}, and with --at: {"step": …, "state": …}. A step is unfinished if
    the app ended while it was reducing it.

    Exit: 0; 2 if the command line is wrong; 3 if the log is of a newer format;
    4 if it is damaged, after what is whole has been shown.

    """

  static let informing = """

    The blocks of the log are read and their checksums are verified, with the steps in
    the journal of FILE.partial. 'replay' verifies the steps themselves.

    With --json: {"logs": [{"path", "app", "appVersion", "build", "recorded",
    "formatVersion", "level", "steps", "gaps"?: [{"first", "last"}], "blocks",
    "bytes", "bytesPerStep"?, "isWhole", "damage"?, "draws", "redacted",
    "stateType", "actionType", "isCompatible", "incompatibility"?, "fit"?: {"grade",
    "changes"}}]}.

    Exit: 0; 2 if the command line is wrong; 3 if a log is of a newer format;
    4 if one is damaged.

    """

  static let playing = """
    Each step is printed when its time has come: the minutes, seconds and
    milliseconds since the first, and then the line that 'show' prints. No code of
    the app is needed.
    Exit: 0; 2 if the command line is wrong; 3 if the log is of a newer format;
    4 if it is damaged, after what is whole has been played.
    """

  static let ledger = """
    A path that is a folder means all '.reprise' files under it. A log is fine if
    everything in it has its place in the types of this build, risky if a field of
    it was removed, and impossible if a case or a type that it uses is gone. Nothing
    is replayed.
    With --json: {"exitCode": …, "fine": …, "risky": …, "impossible": …, "damaged": …,
    "blames": [{"grade", "change", "logs"}], "logs": [{"path", "grade", "blame",
    "changes"}]}.
    Exit: 0; 3 if a log is impossible; 4 if one is damaged; 2 if the command line is
    wrong.
    """

  static let recovering = """

    The steps before the first damage are kept, and behind it those from the next
    keyframe on; the steps between are a gap, and the others keep their numbers. What
    is lost is told by its steps, bytes and offset. A damaged header is read from its
    copy at the end. The damaged log stays as it is; the new one takes its owner and mode.

    Of an unfinished log, LOG.partial, the steps in LOG.partial.journal beside it are kept
    too. If the app ended while it was reducing a step, the last step of the new log is
    unfinished: 'replay' tells whether the app still ends in it.

    Exit: 0; 2 if the command line is wrong or the log cannot be created; 3 if it is
    of a newer format; 4 if nothing can be recovered, and then nothing is written; 70 if
    writing stopped.

    """
}
