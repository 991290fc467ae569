import ComposableArchitecture
import Foundation
import SessionReplayTesting
import TestSupport

@DependencyClient
struct PrimeClient: Sendable {
  var find: @Sendable (_ index: Int) async throws -> Int
}

extension PrimeClient: TestDependencyKey {
  static var testValue: PrimeClient { PrimeClient() }
}

@DependencyClient
struct OtherClient: Sendable {
  var find: @Sendable (_ index: Int) async -> Int = { $0 }
}

extension OtherClient: TestDependencyKey {
  static var testValue: OtherClient { OtherClient(find: { 2 * $0 }) }
}

/// An app whose effect calls a client. Later versions make other calls and additions.
@Reducer
struct PrimeFinder {
  @Recordable
  struct State: Equatable {
    var numbers: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case find(Int)
    case found(Int)
  }

  var offset = 0
  var adds = 0
  var usesOtherClient = false
  var isEndless = false
  /// The work of an effect before its call.
  var begins: @Sendable () -> Void = {}

  @Dependency(PrimeClient.self) var client
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .find(let index):
        return .run { [self] send in
          @Dependency(OtherClient.self) var other
          begins()
          while isEndless { usleep(1_000) }
          let number =
            usesOtherClient ? await other.find(index) : try await client.find(index + offset)
          await send(.found(number))
        }
      case .found(let number):
        state.numbers.append(number + adds)
        return .none
      }
    }
  }
}

extension PrimeFinder {
  /// Records a session that finds two numbers, and returns it.
  @MainActor
  static func record(
    in folder: TemporaryFolder, level: RecordingLevel = .effects
  ) async throws -> Session {
    var options = SessionRecordingOptions(level: level)
    options.endpoints = .declared(by: { PrimeFinder().assemble() })
    let recorder = try SessionRecorder<State, Action>(
      path: folder.file("s.reprise"), app: AppIdentity(name: "Primes", version: "1", build: "test"),
      initialState: State(), options: options, milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: State(), reducer: { PrimeFinder() },
      withDependencies: {
        $0[PrimeClient.self].find = { 2 * $0 }
        recorder.install(in: &$0)
      }, observer: recorder)
    for number in [17, 4] { await store.send(.find(number)).finish() }
    _ = try recorder.finish()
    return Sessions.in(folder.path)[0]
  }
}
