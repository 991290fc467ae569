@_exported public import ComposableArchitecture
