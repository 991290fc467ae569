import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

/// The first of several clients with closures that have similar types.
struct Oracle: TestDependencyKey {
  var answer: @Sendable (_ question: () async -> Int) -> String
  static let testValue = Oracle { _ in "" }
}

struct Gatekeeper: TestDependencyKey {
  var check: @Sendable () throws -> Void
  static let testValue = Gatekeeper {}
}

struct Incrementer: TestDependencyKey {
  var count: @Sendable (inout Int) -> Void
  static let testValue = Incrementer { _ in }
}

struct Factory: TestDependencyKey {
  var make: @Sendable () -> @Sendable () -> Void
  static let testValue = Factory { {} }
}

struct Holder: TestDependencyKey {
  /// A value that isn't a function, although the name of its type contains an arrow.
  struct Box<Content>: Sendable {
    var size = 1
  }

  var box = Box<() -> Int>()
  static let testValue = Holder()
}

/// A namespace for one of two clients with the same name.
enum Home {
  @DependencyClient
  struct Dice: Sendable, TestDependencyKey {
    var roll: @Sendable () -> Int = { 0 }
    static let testValue = Dice(roll: { 0 })
  }
}

enum Away {
  @DependencyClient
  struct Dice: Sendable, TestDependencyKey {
    var roll: @Sendable () -> Int = { 0 }
    static let testValue = Dice(roll: { 0 })
  }
}

/// A generic client whose closures must not capture its type.
@DependencyClient
struct Cards<Card: Hashable & Sendable>: Sendable {
  @DependencyEndpoint(recorded: true) var count: @Sendable () -> Int = { 0 }
  var draw: @Sendable () -> Card?
}

extension Cards<String>: TestDependencyKey {
  static let testValue = Cards(count: { 0 }, draw: { "ace" })
}

extension DependencyValues {
  fileprivate var homeDice: Home.Dice {
    get { self[Home.Dice.self] }
    set { self[Home.Dice.self] = newValue }
  }
}

@Reducer
struct ClosureGame {
  @Recordable
  struct State: Equatable {
    var points = 0
  }

  @Recordable
  enum Action: Equatable {
    case ask
    case check
    case count
    case make
    case hold
    case roll
    case draw
    case both
  }

  @Dependency(Oracle.self) var oracle
  @Dependency(Gatekeeper.self) var gatekeeper
  @Dependency(Incrementer.self) var incrementer
  @Dependency(Factory.self) var factory
  @Dependency(Holder.self) var holder
  @Dependency(Cards<String>.self) var cards

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask: _ = oracle.answer { 1 }
      case .check: _ = try? gatekeeper.check()
      case .count:
        var number = 1
        incrementer.count(&number)
      case .make: factory.make()()
      case .hold: _ = holder.box
      case .draw: _ = cards.draw()
      case .roll, .both: break
      }
      return .none
    }
    DiceTable().dependency(\.homeDice, Home.Dice(roll: { 6 }))
  }
}

/// A child reducer with two clients, one of which its parent overrides.
struct DiceTable: Reducer {
  typealias State = ClosureGame.State
  typealias Action = ClosureGame.Action

  @Dependency(Home.Dice.self) var home
  @Dependency(Away.Dice.self) var away

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .both:
      // The overridden client is read last, before either client is called.
      let (away, home) = (away, home)
      _ = (home.roll(), away.roll())
    case .roll: _ = away.roll()
    default: break
    }
    return .none
  }
}

@MainActor
@Suite("Unrecorded dependencies and their types")
struct UnrecordedClosureTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.reprise") }
  private nonisolated static let identity = AppIdentity(name: "Game", version: "1", build: "test")

  init() throws { folder = try TemporaryFolder() }

  private func verdict(of actions: ClosureGame.Action...) async throws -> Verdict {
    let recorder = try SessionRecorder<ClosureGame.State, ClosureGame.Action>(
      path: path, app: Self.identity, initialState: ClosureGame.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(overwrite: true, dependencies: []),
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: ClosureGame.State(), reducer: { ClosureGame() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
    let replayer = SessionReplayer<ClosureGame.State, ClosureGame.Action>(
      ReplayedApp(identity: Self.identity, dependencies: []) { ClosureGame().assemble() })
    return replayer.replay(path: path).verdict
  }

  @Test(
    "A synchronous closure that returns, throws or changes an argument counts as used",
    arguments: [
      (ClosureGame.Action.ask, "Oracle"), (.check, "Gatekeeper"), (.count, "Incrementer"),
      (.make, "Factory"),
    ])
  func answers(action: ClosureGame.Action, name: String) async throws {
    let divergence = try #require(try await verdict(of: action).divergence)
    #expect(divergence.kind == .unrecorded)
    #expect(divergence.unrecorded == UnrecordedDependencies(names: [name], use: .used))
  }

  @Test("A generic type with a function type as its argument is not a closure")
  func genericArgument() async throws {
    #expect(try await verdict(of: .hold).kind == .match)
  }

  @Test("A client that a reducer overrides doesn't hide a second client with the same name")
  func sameName() async throws {
    let divergence = try #require(try await verdict(of: .both).divergence)
    #expect(
      divergence.unrecorded
        == UnrecordedDependencies(names: ["SessionReplayTests.Away.Dice.roll"], use: .called))
  }

  @Test("An endpoint has a short name if no other client has the same name")
  func shortName() async throws {
    let divergence = try #require(try await verdict(of: .draw).divergence)
    #expect(
      divergence.unrecorded == UnrecordedDependencies(names: ["Cards.draw"], use: .called))
    let roll = try #require(try await verdict(of: .roll).divergence)
    #expect(roll.unrecorded == UnrecordedDependencies(names: ["Dice.roll"], use: .called))
  }

  @Test("The remedy for an undeclared client contains its full type")
  func remedy() {
    let found = UnrecordedDependencies(names: ["App.Away.Dice.roll"], use: .undeclared)
    #expect(found.description.contains("RecordedDependency.endpoints(of: App.Away.Dice.self)"))
  }
}
