import Foundation

/// The part of a report of `replay --effects --json` that shows whether effects are verified.
struct EffectReplayReport: Decodable, Sendable {
  struct Log: Decodable, Sendable {
    struct Effects: Decodable, Sendable {
      let unverified: [String]
      let message: String?
    }

    struct Divergence: Decodable, Sendable {
      let step: Int
      let message: String?
      let expected: String?
      let actual: String?
    }

    let path: String
    let verdict: String
    let effects: Effects?
    let divergence: Divergence?
    let message: String?

    var recording: String {
      URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    var form: String? { URL(filePath: path).deletingLastPathComponent().lastPathComponent }

    /// The names of the form and of the recording.
    var session: String { "\(form ?? "")/\(recording)" }

    /// A description of the verdict.
    var text: String {
      guard let divergence else { return message ?? verdict }
      let texts = [divergence.message, divergence.expected, divergence.actual].compactMap { $0 }
      return "\(verdict) at step \(divergence.step): \(texts.joined(separator: "; "))"
    }

    /// The reason why an effect is not verified, without the values in it; `nil` if all are
    /// verified.
    var reason: String? {
      guard let effects else { return "effects were not run" }
      guard let text = effects.unverified.first ?? effects.message else { return nil }
      // The description begins with the position of the effect.
      let reason = text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
      return reason.replacing(#/ sent .* instead of .*, /#, with: " sent another action, ")
        .replacing(#/ An "Effect\.run" returned from "[^"]*"/#, with: " An effect")
    }
  }

  let logs: [Log]
}
