import CReplayWorker
import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionReplay
import SessionTestSupport
import Simulation
import TestSupport
import Testing

@DependencyClient
struct SearchClient: Sendable {
  var find: @Sendable (_ query: Int) async throws -> Int = { _ in 0 }
}

extension SearchClient: TestDependencyKey, SimulationDependencyKey {
  static let testValue = SearchClient()
  static var simulationValue: SearchClient { SearchClient { $0 * 2 } }
}

/// A search whose answer must belong to the last query.
@Reducer
struct RacingSearch {
  @Recordable
  struct State: Equatable, Sendable {
    var query = 0
    var result: Int?
    var failureCount = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case queryChanged(Int)
    case cleared
    case found(Int)
    case failed
  }

  var cancelsSearches = true

  @Dependency(SearchClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query % 1000
        state.result = nil
        return .run { [query = state.query] send in
          await send(.found(try await client.find(query)))
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: 1, cancelInFlight: cancelsSearches)
      case .cleared:
        state.result = nil
      case .found(let result):
        state.result = result
      case .failed:
        state.failureCount += 1
      }
      return .none
    }
  }
}

extension RacingSearch: InvariantReducer {
  static var invariants: [Invariant<State, Action>] {
    [
      Invariant("The result belongs to the query") { state in
        state.result.map { $0 == state.query * 2 } ?? true
      }
    ]
  }
}

/// A feature that formats dates for the user.
@Reducer
struct Almanac {
  @Recordable
  struct State: Equatable, Sendable {
    var text = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case opened
  }

  @Dependency(\.calendar) var calendar
  @Dependency(\.timeZone) var timeZone
  @Dependency(\.locale) var locale
  @Dependency(\.preferredLocales) var preferredLocales
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.text =
        "\(calendar.component(.hour, from: now)) \(timeZone.identifier) \(locale.identifier) "
        + "\(preferredLocales.map(\.identifier))"
      return .none
    }
  }
}

/// A list whose rows can be picked, which counts the rows that were missing.
@Reducer
struct Picks {
  @Recordable
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
  }

  @Recordable
  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row> = []
    var pickCount = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add
    case pick(id: Int)
  }

  let missing: LockIsolated<Int>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add: state.rows.append(Row(id: state.rows.count))
      case .pick(let id):
        if state.rows[id: id] == nil { missing.withValue { $0 += 1 } }
        state.pickCount += 1
      }
      return .none
    }
  }
}

/// An effect whose action starts it again.
@Reducer
struct Echo {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case count
    case shout
    case heard
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return action == .count ? .none : .run { send in await send(.heard) }
    }
  }
}

/// An effect that waits for work outside the simulated world.
@Reducer
struct Outside {
  @Recordable
  struct State: Equatable, Sendable {}

  @Recordable
  enum Action: Equatable, Sendable {
    case wait(Int)
  }

  let waiting: LockIsolated<[UnsafeContinuation<Void, Never>]>

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .run { _ in
        await withUnsafeContinuation { continuation in
          waiting.withValue { $0.append(continuation) }
        }
      }
    }
  }
}

/// A counter that is kept in a file and in the settings.
@Reducer
struct KeptCounts {
  @Recordable
  struct State: Sendable {
    @Shared(.fileStorage(URL(filePath: "/count.json"))) var inFile = 0
    @Shared(.appStorage("count")) var inSettings = 0
  }

  @Recordable
  enum Action: Sendable {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.$inFile.withLock { $0 += 1 }
      state.$inSettings.withLock { $0 += 1 }
      return .none
    }
  }
}
