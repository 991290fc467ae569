// The umbrella module: `import ComposableArchitecture` provides everything that a feature and its
// tests need.
@_exported public import LegacySpellings
@_exported public import ReducerRuntime
@_exported public import TestStores
