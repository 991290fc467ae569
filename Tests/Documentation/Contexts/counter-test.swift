import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

// Beside Shared/CounterFeature.swift.

@MainActor
func test() async {
  // The block.
}
