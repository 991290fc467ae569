// `import AppShell` provides everything with which an app describes itself to the shell.
@_exported public import SchemaEvolution
@_exported public import SessionModel
@_exported public import SessionRecording
@_exported public import SessionReplay
@_exported public import TerminalUI
@_exported public import TestGeneration
