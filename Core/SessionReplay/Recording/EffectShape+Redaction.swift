import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema

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

  /// Whether a shape in a replay is the recorded one, apart from what an older log does not tell of
  /// the actions that are sent; if it is redacted, also apart from what is within tokens.
  func isRecorded(as recorded: EffectShape, isRedacted: Bool) -> Bool {
    func isSame(_ one: String, _ other: String) -> Bool {
      isRedacted ? Redaction.isSame(one, other) : one == other
    }
    return switch (self, recorded) {
    case (.send, .send(.unknown)): true
    case (.merge(let one), .merge(let other)), (.concatenate(let one), .concatenate(let other)):
      one.count == other.count
        && zip(one, other).allSatisfy { $0.isRecorded(as: $1, isRedacted: isRedacted) }
    case (
      .cancellable(let one, let oneID, let oneCancels),
      .cancellable(let other, let otherID, let otherCancels)
    ):
      oneCancels == otherCancels && one.isRecorded(as: other, isRedacted: isRedacted)
        && isSame(oneID, otherID)
    case (.cancel(let one), .cancel(let other)): isSame(one, other)
    default: self == recorded
    }
  }

  private func replacingIdentities(_ replace: (String) -> String) -> EffectShape {
    map(identity: replace, sent: \.self)
  }

  /// The shape with other actions that are sent.
  func mapSent(_ transform: (SentAction) -> SentAction) -> EffectShape {
    map(identity: \.self, sent: transform)
  }

  private func map(
    identity: (String) -> String, sent: (SentAction) -> SentAction
  ) -> EffectShape {
    switch self {
    case .none, .run: self
    case .send(let action): .send(sent(action))
    case .merge(let parts): .merge(parts.map { $0.map(identity: identity, sent: sent) })
    case .concatenate(let parts):
      .concatenate(parts.map { $0.map(identity: identity, sent: sent) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(
        effect.map(identity: identity, sent: sent), id: identity(id),
        cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: identity(id))
    }
  }
}
