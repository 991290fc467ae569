import Foundation

/// The part of a report of `replay --effects --json` that tells whether effects are verified.
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

    /// A description of the verdict.
    var text: String {
      guard let divergence else { return message ?? verdict }
      let texts = [divergence.message, divergence.expected, divergence.actual].compactMap { $0 }
      return "\(verdict) at step \(divergence.step): \(texts.joined(separator: "; "))"
    }

    /// The reason why an effect is not verified; `nil` if all are.
    var reason: String? {
      guard let effects else { return "effects were not run" }
      let reason = effects.unverified.first ?? effects.message
      return reason.map { text in
        text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
      }
    }
  }

  let logs: [Log]
}
