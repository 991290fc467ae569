import ComposableArchitecture
import XCTest

/// Two downloads of the same kind, whose cancellation identifiers do not collide.
@Reducer
struct Downloads {
  struct State: Equatable {
    var first = Download.State()
    var second = Download.State()
  }

  enum Action: Equatable {
    case first(Download.Action)
    case second(Download.Action)
    case stopAllButtonTapped
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.first, action: \.first) { Download() }
    Scope(state: \.second, action: \.second) { Download() }
    Reduce { state, action in
      guard action == .stopAllButtonTapped else { return .none }
      return .merge(
        .send(.first(.stopButtonTapped)),
        .send(.second(.stopButtonTapped))
      )
    }
  }
}

@Reducer
struct Download {
  struct State: Equatable {
    var isActive = false
    var progress = 0.0
  }

  enum Action: Equatable {
    case progressed(Double)
    case startButtonTapped
    case stopButtonTapped
  }

  @Dependency(\.downloads) var downloads
  struct CancelID: Hashable {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case let .progressed(progress):
      state.progress = progress
      return .none
    case .startButtonTapped:
      state.isActive = true
      return .run { send in
        for await progress in downloads() {
          await send(.progressed(progress))
        }
      }
      .cancellable(id: CancelID())
    case .stopButtonTapped:
      state.isActive = false
      return .cancel(id: CancelID())
    }
  }
}

private enum DownloadsKey: TestDependencyKey {
  static let testValue: @Sendable () -> AsyncStream<Double> = unimplemented(
    "downloads", placeholder: .finished)
}

extension DependencyValues {
  var downloads: @Sendable () -> AsyncStream<Double> {
    get { self[DownloadsKey.self] }
    set { self[DownloadsKey.self] = newValue }
  }
}

final class DownloadsTests: XCTestCase {
  @MainActor
  func testDownloadsStopIndependently() async {
    let store = TestStore(initialState: Downloads.State()) {
      Downloads()
    } withDependencies: {
      $0.downloads = {
        AsyncStream { continuation in continuation.yield(0.5) }
      }
    }

    await store.send(.first(.startButtonTapped)) {
      $0.first.isActive = true
    }
    await store.receive(.first(.progressed(0.5))) {
      $0.first.progress = 0.5
    }
    await store.send(.second(.startButtonTapped)) {
      $0.second.isActive = true
    }
    await store.receive(.second(.progressed(0.5))) {
      $0.second.progress = 0.5
    }
    let remaining = await store.send(.first(.stopButtonTapped)) {
      $0.first.isActive = false
    }
    await remaining.finish()
    XCTAssertEqual(store.state.second.isActive, true)
    await store.send(.stopAllButtonTapped)
    await store.receive(.first(.stopButtonTapped))
    await store.receive(.second(.stopButtonTapped)) {
      $0.second.isActive = false
    }
    await store.finish()
  }
}
