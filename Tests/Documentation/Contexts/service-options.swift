import ComposableArchitecture
import Foundation
import SessionRecording

// Beside Services/Feed.swift.

@MainActor
func service() {
  // The block.
  _ = options
}
