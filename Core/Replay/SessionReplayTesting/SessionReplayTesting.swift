// Tests use recorded dependencies and migrations, and report failures through the testing bridge.
@_exported public import ComposableArchitectureTesting
@_exported public import ReplayCorpus
@_exported public import SessionReplay
