// The app of a replayer is minimized, in this process or in the processes that replay a corpus.
@_exported public import ReplayCorpus
