// The umbrella: what a feature needs comes with `import ComposableArchitecture`. Foundation and
// Observation are among it, since code that was written elsewhere relies on it.
@_exported public import CaseKeyPaths
@_exported public import DependencyInjection
@_exported public import Foundation
@_exported public import IdentifiedArrays
@_exported public import Observation
@_exported public import RecordCoding
@_exported public import SharedState
@_exported public import ValueDump
