// The umbrella: what a feature needs comes with `import ComposableArchitecture`.
@_exported public import CaseKeyPaths
@_exported public import DependencyInjection
@_exported public import IdentifiedArrays
@_exported public import RecordCoding
@_exported public import SharedState
@_exported public import ValueDump
