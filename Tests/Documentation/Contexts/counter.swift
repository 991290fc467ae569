import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

// Beside Shared/CounterFeature.swift.

// The block.
