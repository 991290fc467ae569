import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import SessionRecording
import SessionTestSupport
import TestSupport

/// A user of an app who sends random actions. Most of the actions start effects.
protocol RandomUser: Sendable {
  associatedtype App: Reducer & SendableMetatype
  where App.State: Recordable, App.Action: Recordable

  /// The name of the app, and of the folder of its logs.
  var name: String { get }
  var app: App { get }
  var state: App.State { get }
  var recordedDependencies: [RecordedDependency] { get }

  /// Connects the app to a random world.
  func prepare(_ values: inout DependencyValues, for world: RandomWorld)

  /// Returns an action that is possible in a state.
  func action(in state: App.State, _ generator: inout SeededGenerator) -> App.Action
}

extension RandomUser {
  var recordedDependencies: [RecordedDependency] { [] }

  private var replayed: ReplayedApp<App.State, App.Action> {
    ReplayedApp(
      identity: Session.identity,
      dependencies: RecordedDependency.standard + recordedDependencies
    ) { app.assemble() }
  }

  private func dependencies(for world: RandomWorld) -> DependencyValues {
    withDependencies {
      $0.continuousClock = FastClock()
      $0.date = DateGenerator { Date() }
      $0.uuid = UUIDGenerator { UUID() }
      prepare(&$0, for: world)
    } operation: {
      DependencyValues.current
    }
  }

  /// Records a session that the seed determines, except for the times of events.
  @MainActor
  func record(at path: String, seed: UInt64) async throws {
    let app = replayed
    let dependencies = dependencies(for: RandomWorld(seed: seed))
    var generator = SeededGenerator(seed: seed)
    let start = ContinuousClock.now
    try await SessionTestSupport.record(
      app, state, at: path,
      options: {
        $0.level = .effects
        $0.endpoints = .declared(by: app.assemble)
      }, reducer: { self.app }, dependencies: dependencies,
      milliseconds: { UInt64(start.duration(to: .now) / .milliseconds(1)) }
    ) { store in
      for _ in 0..<40 {
        if generator.below(5) > 1 {
          store.send(action(in: store.withState { $0 }, &generator))
        } else {
          try? await Task.sleep(for: .milliseconds(generator.below(25)))
        }
      }
      // Half of the sessions end while effects are running.
      if generator.below(2) == 0 { try? await Task.sleep(for: .milliseconds(60)) }
    }
  }

  /// Replays a session, and its effects if its steps match.
  @MainActor
  func replay(at path: String) async -> ReplayReport {
    // Decoding a state first evaluates the initial values of its properties.
    let dependencies = dependencies(for: RandomWorld(seed: 0))
    return await withDependencies {
      $0 = dependencies
    } operation: {
      let replayer = SessionReplayer(replayed)
      var report = replayer.replay(path: path)
      if case .match = report.verdict {
        report.add(await EffectReplayer(replayer).replay(path: path))
      }
      return report
    }
  }
}

extension SeededGenerator {
  /// Returns a random element, or `nil` if there is none.
  mutating func any<Element>(of elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &self)
  }
}
