// An app that has a recorder.
import ComposableArchitecture
import Foundation
import SessionRecording

@Reducer(.recordable)
struct Feed {
  struct State: Equatable {
    var items: [String] = []
  }

  enum Action {
    case itemArrived(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

func upload(_ log: URL) {}

@MainActor
func service(_ recorder: SessionRecorderOf<Feed>, folder: URL) async throws {
  // The block.
  _ = options
}
