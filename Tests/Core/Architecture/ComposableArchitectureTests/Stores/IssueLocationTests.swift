import ComposableArchitecture
import DependencyInjection
import Foundation
import Issues
import Testing

@MainActor
@Suite("Issues that no caller can be named for")
struct IssueLocationTests {
  private struct Failure: Error {}

  enum Cause: CaseIterable {
    case comparedErrors, keyWithoutLoad, openedURL, reentrantSend, unhandledBinding
  }

  @Test(
    "An issue without a caller has no location, and so fails the running test",
    arguments: Cause.allCases)
  func location(cause: Cause) async {
    let reported = await reportedIssues { await report(cause) }
    #expect(reported.count == 1)
    #expect(reported.allSatisfy { $0.location == nil })
  }

  private func report(_ cause: Cause) async {
    switch cause {
    case .comparedErrors:
      _ = TaskResult<Int>.failure(Failure()) == .failure(Failure())
    case .keyWithoutLoad:
      // A key that was written for the earlier methods lacks this one.
      _ = InMemoryKey<Int>.inMemory("key").load(initialValue: 1)
    case .openedURL:
      await withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.openURL) var openURL
        await openURL(URL(filePath: "/"))
      }
    case .reentrantSend:
      let sender = Sender()
      let store = Store<Int, Bool>(initialState: 0) {
        Reduce { _, isFirst in
          if isFirst { sender.store?.send(false) }
          return .none
        }
      }
      sender.store = store
      store.send(true)
    case .unhandledBinding:
      Store<Form, FormAction>(initialState: Form()) { EmptyReducer() }.name = "Blob"
    }
  }

  @MainActor
  private final class Sender {
    weak var store: Store<Int, Bool>?
  }

  @ObservableState
  struct Form: Equatable {
    var name = ""
  }

  @CasePathable
  enum FormAction: BindableAction {
    case binding(BindingAction<Form>)
  }
}
