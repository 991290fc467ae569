import ComposableArchitecture
import DependencyInjection
import Testing

/// A screen that can be presented, and that counts, waits for a gate and dismisses itself.
@Reducer
struct Screen {
  @Recordable
  struct State: Equatable, Hashable, Sendable {
    var count = 0
    var wasPresented: Bool?
  }

  @Recordable
  enum Action: Equatable, Hashable, Sendable {
    case increment
    case start
    case opened
    case close
    case ask
  }

  var gate = Gate()

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .start:
        return .run { [gate] send in
          await gate.wait()
          await send(.opened)
        }
      case .opened:
        state.count += 100
        return .none
      case .close:
        return .run { send in
          await dismiss()
          await send(.increment)
        }
      case .ask:
        state.wasPresented = isPresented
        return .none
      }
    }
  }
}

/// A trait that gives each test its own count of stack identities, as the testing module does.
struct OwnStackElementIDs: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard !test.isSuite else { return try await function() }
    try await withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == OwnStackElementIDs {
  static var ownStackElementIDs: Self { Self() }
}
