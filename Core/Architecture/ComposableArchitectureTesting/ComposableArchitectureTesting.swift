// Tests of a feature need only this import and that of their test framework.
@_exported public import ComposableArchitecture
