package import ComposableArchitecture
import DependencyInjection
import Foundation
package import RecordCoding
import SharedState

/// The parts of an app's identity that were given; logs of any other are the app's too.
struct KnownIdentity: OptionSet {
  let rawValue: Int

  static let name = KnownIdentity(rawValue: 1)
  static let version = KnownIdentity(rawValue: 2)
  static let typesVersion = KnownIdentity(rawValue: 4)
  static let all: KnownIdentity = [.name, .version, .typesVersion]
}

/// An app whose sessions are replayed.
package struct ReplayedApp<State: Recordable, Action: Recordable>: Sendable {
  /// What the app calls itself in its logs.
  package let identity: AppIdentity
  /// The dependencies that the app lists, without those that its types and reducers add.
  let listed: [RecordedDependency]
  /// What becomes of logs of older versions of its types.
  package let migrations: [SessionMigration]
  /// Builds the app's reducer; each replay has its own.
  package let assemble: @Sendable () -> AssembledReducer<State, Action>
  /// Makes the state in which the app's sessions begin, if the app gave one.
  let initialState: (@Sendable () -> State)?
  /// The parts of the identity that logs are checked by.
  var known = KnownIdentity.all
  private let all: Deferred<[RecordedDependency]>

  /// The dependencies whose reads are in its logs.
  ///
  /// They are looked for when they are needed: the whole reducer is assembled for that.
  package var dependencies: [RecordedDependency] { all.value }

  /// Describes an app; the recorded endpoints of its clients are added to the dependencies.
  package init(
    identity: AppIdentity, dependencies: [RecordedDependency] = RecordedDependency.standard,
    migrations: [SessionMigration] = [], initialState: (@Sendable () -> State)? = nil,
    assemble: @escaping @Sendable () -> AssembledReducer<State, Action>
  ) {
    self.identity = identity
    listed = dependencies
    all = Deferred {
      dependencies.addingEndpoints(declaredBy: assemble).addingSharedValues(of: State.self)
    }
    self.migrations = migrations
    self.initialState = initialState
    self.assemble = assemble
  }
}

/// An app's reducer with dependencies that answer from a log.
struct PreparedReducer<State: Recordable, Action: Recordable> {
  let reads = RecordedReads()
  let unrecorded: UnrecordedReads
  let names: [String]
  let dependencies: DependencyValues
  let reduce: (inout State, Action) -> Effect<Action>

  init(_ app: ReplayedApp<State, Action>) {
    names = app.dependencies.map(\.name)
    let reads = reads
    let unrecorded = UnrecordedReads(during: reads)
    self.unrecorded = unrecorded
    let present = DependencyValues.current
    dependencies = withDependencies {
      $0.makeDeterministic()
      $0.detachSharedValues()
      app.dependencies.install(in: &$0, reads: reads)
      unrecorded.passOver($0.keysChanged(since: present))
      // Before it is one of them: else both would keep each other for ever.
      unrecorded.compare(with: $0)
      $0.observeReads(by: unrecorded)
    } operation: {
      DependencyValues.current
    }
    reduce = DependencyValues.run(under: dependencies) { app.assemble().reduce }
  }
}

extension DependencyValues {
  /// Replaces what the library provides by values that are the same in every replay.
  ///
  /// They are read only where the log has no answer, which is a divergence in itself.
  mutating func makeDeterministic() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 0))
    continuousClock = ImmediateClock()
    suspendingClock = ImmediateClock()
  }
}
