// Declarations that the examples in doc comments use without showing them.

import AppShell
import ComposableArchitecture
import ComposableArchitectureTesting
import SessionReplayTesting
import TerminalUI
import Undo

@Reducer
struct Profile {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case saveTapped
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  enum Action: Equatable {
    case toggled
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

enum TodoAlert: Equatable {
  case confirmTapped
}

@Reducer
struct TodoList {
  @Reducer
  enum Destination {
    case profile(Profile)
  }

  @ObservableState
  struct State {
    var todos: IdentifiedArrayOf<Todo.State> = []
    @Presents var destination: Destination.State?
  }

  enum Action {
    case todos(IdentifiedActionOf<Todo>)
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct ProfileScreen {
  struct State: Equatable {}

  enum Action: ViewAction {
    case view(View)

    enum View { case refreshTapped }
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Recordable
enum CountEdit: UndoableEdit {
  case count(Int)

  static func edit(by action: CounterFeature.Action, in state: CounterFeature.State) -> Self? {
    .count(state.count)
  }

  mutating func exchange(with state: inout CounterFeature.State) {}
}

@CasePathable
enum Loading {
  case waiting
  case loaded(String)
}

@DependencyClient
struct ApiClient: Sendable {
  var fetch: @Sendable () async throws -> String
}

extension ApiClient: DependencyKey {
  static let liveValue = ApiClient()
}

typealias Feed = CounterFeature
typealias AppFeature = CounterFeature

struct ProfileModel: Sendable {
  func reload() {}
}

struct Logger: Sendable {
  func info(_ line: String) {}
  func error(_ line: String) {}
}

var app: AppIdentity { AppIdentity(name: "feedd", version: "1.0", build: "41") }
var folder: URL { URL(fileURLWithPath: "/var/lib/feedd/sessions") }
var log: URL { URL(fileURLWithPath: "Sessions/shopping.reprise") }
var logger: Logger { Logger() }
var profileModel: ProfileModel { ProfileModel() }
var client: ApiClient { ApiClient() }
var storage: DataStorage { .inMemory() }
var counterReducer: AnyReducer<Int, CounterFeature.Action, Void> { .empty }
var names: [String] { ["Blob"] }
var cursor: ScreenCursor { ScreenCursor() }
var report: ReplayReport { SessionReplayer { Feed() }.replay(log) }
var failure: SessionRecordingFailure { fatalError("no example runs") }
@MainActor var recorder: SessionRecorderOf<Feed> {
  SessionRecorderOf<Feed>(app: app, folder: folder) { print($0) }
}
@MainActor var store: StoreOf<CounterFeature> { Store(initialState: Feed.State()) { Feed() } }
@MainActor var testStore: TestStoreOf<CounterFeature> {
  TestStore(initialState: Feed.State()) { Feed() }
}

func upload(_ file: URL) async throws {}
