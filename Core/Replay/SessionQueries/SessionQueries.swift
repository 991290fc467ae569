// Questions are about the steps of a log, or about a corpus.
@_exported public import ReplayCorpus
