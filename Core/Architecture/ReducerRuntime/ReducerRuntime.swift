// The modules whose types the API of this room mentions. Foundation and Observation are included
// because existing code relies on them.
@_exported public import CaseKeyPaths
@_exported public import DependencyInjection
@_exported public import Foundation
@_exported public import IdentifiedArrays
@_exported public import Observation
@_exported public import RecordCoding
@_exported public import SharedState
@_exported public import StepModel
@_exported public import ValueDump
