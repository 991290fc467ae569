import ComposableArchitecture
package import DependencyInjection
package import RecordCoding
import SessionLog

/// What all logs of one store have in common: the types in their headers, the dependencies whose reads
/// are in them, and the secrets that are in none.
@MainActor
package final class RecordingSetup<State: Recordable, Action: Recordable> {
  let header: SessionHeader
  let reads: RecordedReads
  let secrets: SecretKeeper?
  /// Whether shared values are in the state, which others may change.
  let sharesValues: Bool
  private let dependencies: [RecordedDependency]

  /// Describes an app and what of its dependencies is recorded.
  ///
  /// `onWarning` gets each secret that could not be kept out of a log, once. `printedSecrets` is the
  /// table of what is printed meanwhile, which learns the same secrets.
  package init(
    app: AppIdentity, dependencies: [RecordedDependency], level: RecordingLevel,
    printedSecrets: SecretTable? = nil,
    onWarning: @escaping @Sendable (String) -> Void
  ) {
    let dependencies = dependencies.addingSharedValues(of: State.self)
    self.dependencies = dependencies
    header = SessionHeader(
      app: app, state: State.self, action: Action.self, dependencies: dependencies, recorded: "",
      level: level)
    sharesValues = header.requires.contains(SessionHeader.sharedState)
    secrets =
      header.redacted == nil
      ? nil : SecretKeeper(header: header, teaching: printedSecrets, onWarning: onWarning)
    reads = RecordedReads(secrets: secrets?.table)
  }

  /// Replaces the dependencies whose reads are recorded.
  package func install(in values: inout DependencyValues) {
    dependencies.install(in: &values, reads: reads)
  }
}
