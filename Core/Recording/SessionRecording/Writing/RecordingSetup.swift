import DependencyInjection
package import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
package import SessionModel

/// The types and the recorded dependencies of an app, which all of its recorders can share.
package struct RecordedTypes<State: Recordable, Action: Recordable>: Sendable {
  let header: SessionHeader
  let dependencies: [RecordedDependency]

  package init(
    _ app: AppIdentity, dependencies: [RecordedDependency], level: RecordingLevel,
    endpoints: CallableEndpoints
  ) {
    self.dependencies = dependencies.addingSharedValues(of: State.self)
    header = SessionHeader(
      app: app, state: State.self, action: Action.self, dependencies: self.dependencies,
      recorded: "", level: level, endpoints: endpoints)
  }
}

/// The parts that all logs of a store share: types, recorded dependencies, and secrets.
@MainActor
final class RecordingSetup<State: Recordable, Action: Recordable> {
  let header: SessionHeader
  let reads: RecordedReads
  let secrets: SecretKeeper?
  /// Whether the state contains shared values, which other code may change.
  let sharesValues: Bool
  /// The recorder of effects, or `nil` if the level does not include them.
  let effects: EffectRecorder?
  private let dependencies: [RecordedDependency]
  private var strayCalls: StrayCalls.Registration?

  /// Creates the setup of a store.
  ///
  /// `onWarning` is called once for each secret that could not be kept out of a log, and
  /// `onLimitation` for each endpoint whose calls are not recorded. The table `printedSecrets` is
  /// for text that is printed meanwhile, and learns the same secrets.
  init(
    _ app: RecordedTypes<State, Action>, endpoints: CallableEndpoints,
    printedSecrets: SecretTable?, onWarning: @escaping @Sendable (String) -> Void,
    onLimitation: @escaping @Sendable (String) -> Void
  ) {
    (dependencies, header) = (app.dependencies, app.header)
    sharesValues = header.sharesValues
    secrets =
      header.redacted == nil
      ? nil : SecretKeeper(header: header, forwardingTo: printedSecrets, onWarning: onWarning)
    reads = RecordedReads(secrets: secrets?.table)
    effects =
      header.level == .effects
      ? EffectRecorder(endpoints, masksText: secrets != nil) {
        onLimitation("calls of '\($0)' are not recorded; effects that call it are not verified")
      } : nil
  }

  func install(in values: inout DependencyValues) {
    dependencies.install(in: &values, reads: reads)
    guard let effects else { return }
    values.effectObserver = effects
    // In the process of a test, other tests call clients, too.
    if values.context == .live { strayCalls = effects.receiveStrayCalls() }
  }
}
