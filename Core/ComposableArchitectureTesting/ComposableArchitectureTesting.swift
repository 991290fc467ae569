// Tests of a feature need this import only, beside that of their test framework.
@_exported public import ComposableArchitecture
