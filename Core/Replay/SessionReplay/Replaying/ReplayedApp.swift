package import DependencyInjection
import Foundation
package import RecordCoding
package import ReducerRuntime
package import SessionModel
package import SessionRecording
import SharedState

/// The parts of an app's identity that are known; logs may differ in the others.
struct KnownIdentity: OptionSet {
  let rawValue: Int

  static let name = KnownIdentity(rawValue: 1)
  static let version = KnownIdentity(rawValue: 2)
  static let typesVersion = KnownIdentity(rawValue: 4)
  static let all: KnownIdentity = [.name, .version, .typesVersion]
}

package struct ReplayedApp<State: Recordable, Action: Recordable>: Sendable {
  package let identity: AppIdentity
  /// The dependencies that the app lists, without the dependencies that its types and reducers add.
  package let listed: [RecordedDependency]
  package let migrations: [SessionMigration]
  /// Creates the app's reducer; each replay has its own.
  package let assemble: @Sendable () -> AssembledReducer<State, Action>
  let initialState: (@Sendable () -> State)?
  var known = KnownIdentity.all
  private let all: Deferred<[RecordedDependency]>

  /// The dependencies whose reads are in logs. Finding them assembles the whole reducer.
  package var dependencies: [RecordedDependency] { all.value }

  /// Creates an app; the recorded endpoints of its clients are added to the dependencies.
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

/// An app's reducer, with dependencies that answer from a log.
package struct PreparedReducer<State: Recordable, Action: Recordable> {
  package let reads = RecordedReads()
  let unrecorded: UnrecordedReads
  package let sharedValues: SharedValueResolution
  package let names: [String]
  let dependencies: DependencyValues
  let reduce: (inout State, Action) -> Effect<Action>

  package init(_ app: ReplayedApp<State, Action>) {
    names = app.dependencies.map(\.name)
    let reads = reads
    let unrecorded = UnrecordedReads(during: reads)
    self.unrecorded = unrecorded
    let sharedValues = SharedValueResolution(
      migrations: app.migrations, to: app.identity.schemaVersion, reads: reads)
    self.sharedValues = sharedValues
    let present = DependencyValues.current
    dependencies = withDependencies {
      $0.makeDeterministic()
      $0.detachSharedValues()
      $0.sharedValueReading = sharedValues.reading
      app.dependencies.install(in: &$0, reads: reads)
      unrecorded.ignore($0.keysChanged(since: present))
      // Set before the observer is added, to avoid a reference cycle.
      unrecorded.compare(with: $0)
      $0.observeReads(by: unrecorded)
    } operation: {
      DependencyValues.current
    }
    reduce = DependencyValues.run(under: dependencies) { app.assemble().reduce }
  }

  /// Prepares the reads for a log, whose version of the library may not have recorded all of them.
  package func prepareReads(for log: SessionHeader) {
    reads.hasClockDurations = log.hasClockDurations
    let recorded = Set(log.dependencies.map(\.name))
    let unrecorded = RecordedDependency.unrecordedNames.subtracting(recorded)
    reads.leaveUnrecorded(Set(names.indices.filter { unrecorded.contains(names[$0]) }))
  }

  /// Reads a state from a log. Its shared values become the values of the reducer's keys.
  package func restoring<Failure: Error>(
    _ read: () throws(Failure) -> State
  ) throws(Failure) -> State {
    let result = DependencyValues.run(under: dependencies) { () -> Result<State, Failure> in
      do throws(Failure) {
        return .success(try dependencies.sharedReferences.restoring(read))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns the dependencies for a store whose effects an observer answers.
  ///
  /// Dependencies that the log lacks fail when they are used, as in a test.
  package func dependencies(
    observedBy observer: any EffectObserver, readsBy reads: some DependencyReadObserver
  ) -> DependencyValues {
    var values = dependencies
    values.beginAnswering()
    values.effectObserver = observer
    values.observeReads(by: reads)
    return values
  }
}

extension DependencyValues {
  /// Replaces the library's dependencies with ones that return the same values in every replay.
  ///
  /// These are read only if the log has no answer, which is a divergence in itself.
  mutating func makeDeterministic() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 0))
    continuousClock = ImmediateClock()
    suspendingClock = ImmediateClock()
  }
}
