import ComposableArchitecture
import Foundation
import SessionRecording

// Beside Shared/Feed.swift.

@MainActor
func service() {
  // The block.
  _ = options
}
