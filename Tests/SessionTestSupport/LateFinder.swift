package import ComposableArchitecture
import RecordCoding

@DependencyClient
package struct LateClient: Sendable {
  package var find: @Sendable (_ index: Int) async throws -> Int
}

extension LateClient: TestDependencyKey {
  package static var testValue: LateClient { LateClient() }
}

/// A feature whose effect sends an action after its cancellation, unless it checks for
/// cancellation.
@Reducer
package struct LateFinder {
  @Recordable
  package struct State: Equatable {
    package var number = 0

    package init() {}
  }

  @Recordable
  package enum Action: Equatable {
    case find
    case stop
    case found(Int)
  }

  private let checksCancellation: Bool

  @Dependency(LateClient.self) var client

  package init(checksCancellation: Bool = false) {
    self.checksCancellation = checksCancellation
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .find:
        return .run { [self] send in
          let number = try await client.find(17)
          if checksCancellation { try Task.checkCancellation() }
          await send(.found(number))
        }
        .cancellable(id: 1)
      case .stop: return .cancel(id: 1)
      case .found(let number):
        state.number = number
        return .none
      }
    }
  }
}
