import ComposableArchitecture
import Foundation
import RecordCoding

extension EffectShape {
  /// The shape with tokens in the place of secrets in its identities.
  ///
  /// A short text is one as a whole only, and only where the identity is a text itself: a number that
  /// is written like a secret is likely to be an identity by chance.
  func redacted(_ identities: [any Hashable & Sendable], by secrets: SecretTable) -> EffectShape {
    let texts = Set(
      identities.compactMap { ($0 as? String) ?? ($0 as? Character).map { String($0) } })
    return replacingIdentities { identity in
      let isLong = identity.unicodeScalars.count >= 4
      return isLong || texts.contains(identity) ? secrets.scrubbed(identity) : identity
    }
  }

  /// Whether a shape in a replay is the recorded one, apart from what is within tokens.
  func isRecorded(as recorded: EffectShape) -> Bool {
    switch (self, recorded) {
    case (.merge(let one), .merge(let other)), (.concatenate(let one), .concatenate(let other)):
      one.count == other.count && zip(one, other).allSatisfy { $0.isRecorded(as: $1) }
    case (
      .cancellable(let one, let oneID, let oneCancels),
      .cancellable(let other, let otherID, let otherCancels)
    ):
      oneCancels == otherCancels && one.isRecorded(as: other)
        && Redaction.isSame(oneID, otherID)
    case (.cancel(let one), .cancel(let other)): Redaction.isSame(one, other)
    default: self == recorded
    }
  }

  private func replacingIdentities(_ replace: (String) -> String) -> EffectShape {
    switch self {
    case .none, .send, .run: self
    case .merge(let parts): .merge(parts.map { $0.replacingIdentities(replace) })
    case .concatenate(let parts): .concatenate(parts.map { $0.replacingIdentities(replace) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(
        effect.replacingIdentities(replace), id: replace(id), cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: replace(id))
    }
  }
}
