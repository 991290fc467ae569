import ComposableArchitecture
import Foundation

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
