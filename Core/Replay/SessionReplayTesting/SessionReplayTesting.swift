// `import SessionReplayTesting` provides everything that tests of recorded sessions need.
@_exported public import ComposableArchitectureTesting
@_exported public import ReplayCorpus
@_exported public import SchemaEvolution
@_exported public import SessionModel
@_exported public import SessionRecording
@_exported public import SessionReplay
