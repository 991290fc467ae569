// Tests of sessions name recorded dependencies and migrations, and fail through this bridge.
@_exported public import ComposableArchitectureTesting
@_exported public import SessionReplay
