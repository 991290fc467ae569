// Tests of a feature need only this import and the import of their test framework.
@_exported public import ComposableArchitecture
