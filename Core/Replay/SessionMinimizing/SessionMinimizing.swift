// The app of a replayer is minimized, in this process or in those that replay a corpus.
@_exported public import ReplayCorpus
