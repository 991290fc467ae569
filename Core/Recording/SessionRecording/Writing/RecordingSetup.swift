import DependencyInjection
import RecordCoding
import Redaction
import ReducerRuntime
import SessionLog

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

  /// Creates the setup for an app and the recorded dependencies.
  ///
  /// `onWarning` is called once for each secret that could not be kept out of a log. The table
  /// `printedSecrets` is for text that is printed meanwhile, and learns the same secrets.
  init(
    app: AppIdentity, dependencies: [RecordedDependency], level: RecordingLevel,
    endpoints: CallableEndpoints = CallableEndpoints(),
    printedSecrets: SecretTable? = nil,
    onWarning: @escaping @Sendable (String) -> Void
  ) {
    let dependencies = dependencies.addingSharedValues(of: State.self)
    self.dependencies = dependencies
    header = SessionHeader(
      app: app, state: State.self, action: Action.self, dependencies: dependencies, recorded: "",
      level: level, endpoints: endpoints)
    sharesValues = header.sharesValues
    secrets =
      header.redacted == nil
      ? nil : SecretKeeper(header: header, forwardingTo: printedSecrets, onWarning: onWarning)
    reads = RecordedReads(secrets: secrets?.table)
    effects =
      level == .effects
      ? EffectRecorder(endpoints, masksText: secrets != nil) {
        onWarning("calls of '\($0)' are not recorded; effects that call it are not verified")
      } : nil
  }

  func install(in values: inout DependencyValues) {
    dependencies.install(in: &values, reads: reads)
    if let effects { values.effectObserver = effects }
  }
}
