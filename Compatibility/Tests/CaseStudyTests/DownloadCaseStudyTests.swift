import ComposableArchitecture
import Foundation
import XCTest

@DependencyClient
struct FileDownloadClient: Sendable {
  var download: @Sendable (_ url: URL) -> AsyncThrowingStream<Event, any Error> = { _ in
    .finished()
  }

  @CasePathable
  enum Event: Equatable {
    case response(Data)
    case updateProgress(Double)
  }
}

extension FileDownloadClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var fileDownload: FileDownloadClient {
    get { self[FileDownloadClient.self] }
    set { self[FileDownloadClient.self] = newValue }
  }
}

/// A button that downloads a file, shows progress, and asks before it stops the download or deletes
/// the file.
@Reducer
private struct DownloadComponent {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    let id: AnyHashableSendable
    var mode = Mode.notDownloaded
    let url = URL(fileURLWithPath: "/download")
  }

  enum Mode: Equatable {
    case downloaded
    case downloading(progress: Double)
    case notDownloaded
    case startingToDownload
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case buttonTapped
    case downloadClient(Result<FileDownloadClient.Event, any Error>)

    @CasePathable
    enum Alert {
      case deleteButtonTapped
      case stopButtonTapped
    }
  }

  @Dependency(\.fileDownload) var client

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.deleteButtonTapped)):
        state.mode = .notDownloaded
        return .none
      case .alert(.presented(.stopButtonTapped)):
        state.mode = .notDownloaded
        return .cancel(id: state.id)
      case .alert:
        return .none
      case .buttonTapped:
        switch state.mode {
        case .downloaded:
          state.alert = AlertState {
            TextState("Do you want to delete this map from your offline storage?")
          } actions: {
            ButtonState(role: .destructive, action: .send(.deleteButtonTapped, animation: .default))
            {
              TextState("Delete")
            }
          }
          return .none
        case .downloading:
          state.alert = AlertState {
            TextState("Do you want to stop downloading this map?")
          } actions: {
            ButtonState(role: .destructive, action: .stopButtonTapped) {
              TextState("Stop")
            }
          }
          return .none
        case .notDownloaded:
          state.mode = .startingToDownload
          return .run { [url = state.url] send in
            for try await event in self.client.download(url: url) {
              await send(.downloadClient(.success(event)), animation: .default)
            }
          } catch: { error, send in
            await send(.downloadClient(.failure(error)), animation: .default)
          }
          .cancellable(id: state.id)
        case .startingToDownload:
          return .none
        }
      case .downloadClient(.success(.response)):
        state.mode = .downloaded
        state.alert = nil
        return .none
      case .downloadClient(.success(.updateProgress(let progress))):
        state.mode = .downloading(progress: progress)
        return .none
      case .downloadClient(.failure):
        state.mode = .notDownloaded
        state.alert = nil
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

final class DownloadCaseStudyTests: XCTestCase {
  private let download = AsyncThrowingStream.makeStream(of: FileDownloadClient.Event.self)

  @MainActor
  private func makeStore(mode: DownloadComponent.Mode = .notDownloaded)
    -> TestStoreOf<DownloadComponent>
  {
    TestStore(
      initialState: DownloadComponent.State(id: AnyHashableSendable(1), mode: mode)
    ) {
      DownloadComponent()
    } withDependencies: {
      $0.fileDownload.download = { [stream = download.stream] _ in stream }
    }
  }

  @MainActor
  func testDownloadFlow() async {
    let store = makeStore()
    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    download.continuation.yield(.updateProgress(0.2))
    await store.receive(\.downloadClient.success.updateProgress) {
      $0.mode = .downloading(progress: 0.2)
    }
    download.continuation.yield(.response(Data()))
    download.continuation.finish()
    await store.receive(\.downloadClient.success.response) { $0.mode = .downloaded }
  }

  @MainActor
  func testDownloadFails() async {
    struct DownloadError: Error {}
    let store = makeStore()
    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    download.continuation.finish(throwing: DownloadError())
    await store.receive(\.downloadClient.failure) { $0.mode = .notDownloaded }
  }

  @MainActor
  func testStopsWhileDownloading() async {
    let store = makeStore()
    await store.send(.buttonTapped) { $0.mode = .startingToDownload }
    download.continuation.yield(.updateProgress(0.2))
    await store.receive(\.downloadClient.success.updateProgress) {
      $0.mode = .downloading(progress: 0.2)
    }
    await store.send(.buttonTapped) {
      $0.alert = AlertState {
        TextState("Do you want to stop downloading this map?")
      } actions: {
        ButtonState(role: .destructive, action: .stopButtonTapped) {
          TextState("Stop")
        }
      }
    }
    await store.send(\.alert.stopButtonTapped) {
      $0.alert = nil
      $0.mode = .notDownloaded
    }
  }

  @MainActor
  func testDeletes() async {
    let store = makeStore(mode: .downloaded)
    store.exhaustivity = .off
    await store.send(.buttonTapped)
    await store.send(\.alert.deleteButtonTapped) {
      $0.alert = nil
      $0.mode = .notDownloaded
    }
  }
}
