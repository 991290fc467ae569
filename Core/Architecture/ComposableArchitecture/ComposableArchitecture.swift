// The umbrella module: `import ComposableArchitecture` provides everything that a feature and its
// tests need. Foundation and Observation are included because existing code relies on them.
@_exported public import CaseKeyPaths
@_exported public import DependencyInjection
@_exported public import Foundation
@_exported public import IdentifiedArrays
@_exported public import Issues
@_exported public import LegacySpellings
@_exported public import Observation
@_exported public import RecordCoding
@_exported public import ReducerRuntime
@_exported public import Scheduling
@_exported public import SharedState
@_exported public import TestStores
@_exported public import ValueDump
