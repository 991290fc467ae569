import ComposableArchitecture
import Foundation
import SessionRecording

// Beside Services/Feed.swift.

@MainActor
func service(_ recorder: SessionRecorderOf<Feed>, folder: URL) async throws {
  // The block.
}
