import ComposableArchitecture
import XCTest

/// A feature whose actions cannot be sent between threads, which Swift 5 does not check.
private struct Upload: ReducerProtocol {
  final class Attachment: Equatable {
    let name: String
    init(_ name: String) { self.name = name }
    static func == (one: Attachment, other: Attachment) -> Bool { one.name == other.name }
  }

  struct State: Equatable {
    var names: [String] = []
  }

  enum Action: Equatable {
    case uploaded(Attachment)
    case task
    case capturingTask
    case failingTask
    case throttled(String)
  }

  struct Failure: Error {}

  func next(_ count: Int) async throws -> Int { count + 1 }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .uploaded(let attachment):
      state.names.append(attachment.name)
      return .none
    case .task:
      return .task { .uploaded(Attachment("task")) }
    case .capturingTask:
      return .task { [count = state.names.count] in
        .uploaded(Attachment("\(try await next(count))"))
      } catch: { [count = state.names.count] error in
        .uploaded(Attachment("\(count): \(error)"))
      }
    case .failingTask:
      return .task {
        throw Failure()
      } catch: { _ in
        .uploaded(Attachment("error"))
      }
    case .throttled(let name):
      return .send(.uploaded(Attachment(name)))
        .throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
    }
  }
}

@MainActor
final class UnsendableActionTests: XCTestCase {
  func testTasksSendActions() async {
    let store = TestStore(initialState: Upload.State()) { Upload() }
    await store.send(.task)
    await store.receive(.uploaded(.init("task"))) { $0.names = ["task"] }
    await store.send(.failingTask)
    await store.receive(.uploaded(.init("error"))) { $0.names = ["task", "error"] }
    await store.send(.capturingTask)
    await store.receive(.uploaded(.init("3"))) { $0.names.append("3") }
  }

  func testThrottledEffectsSendActions() async {
    let clock = TestClock()
    let store = TestStore(initialState: Upload.State()) {
      Upload()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.throttled("a"))
    await store.receive(.uploaded(.init("a"))) { $0.names = ["a"] }
    await store.send(.throttled("b"))
    await store.send(.throttled("c"))
    await clock.advance(by: .seconds(1))
    await store.receive(.uploaded(.init("c"))) { $0.names = ["a", "c"] }
  }
}
