import ComposableArchitecture

// Errors within the closure of a reducer are reported where they are.

enum Theme {}
struct Config { init(color: Int, size: Int) {} }

struct Matching: Reducer {
  struct State { var input = "" }
  enum Action { case tapped, matched(TaskResult<Int>), reset }
  enum CancelID { case matching }
  func match(_ config: Config) async throws -> Int { 1 }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .tapped:
        return .run { [input = state.input] send in
          await send(
            .matched(
              TaskResult {
                let config = Config(
                  color: Theme.color,  // error: no member 'color'
                  size: input.count)
                return try await match(config)
              }))
        }
        .cancellable(id: CancelID.matching, cancelInFlight: true)
      case .matched:
        return .none
      case .reset:
        state.input = missing  // error: cannot find 'missing' in scope
        return .none
      }
    }
  }
}

// Two mistakes in one expression are, too.
struct Sizing: Reducer {
  struct State {}
  enum Action { case tapped, sized(Int) }
  func size(_ config: Config) async throws -> Int { 1 }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .tapped:
        return .run { send in
          let config = Config(
            color: Theme.color,  // error: no member 'color'
            size: Theme.size)  // error: no member 'size'
          await send(.sized(try await size(config)))
        }
      case .sized:
        return .none
      }
    }
  }
}
