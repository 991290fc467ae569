import ComposableArchitecture
import Foundation
import RecordCoding

extension EffectShape {
  /// The shape with tokens in the place of identities that are secrets themselves.
  ///
  /// Only texts and UUIDs: a number that is a secret somewhere is likely to be an identity by chance.
  func redacted(_ identities: [any Hashable & Sendable], by secrets: SecretTable) -> EffectShape {
    var tokens: [String: String] = [:]
    for identity in identities {
      switch identity {
      case let text as String: tokens[text] = secrets.knownToken(for: text)
      case let uuid as UUID: tokens[uuid.description] = secrets.knownToken(for: uuid)?.description
      default: break
      }
    }
    return tokens.isEmpty ? self : replacingIdentities { tokens[$0] ?? $0 }
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
