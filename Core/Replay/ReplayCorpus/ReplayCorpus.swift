// Logs of a corpus are replayed by a replayer, into reports.
@_exported public import SessionReplay
