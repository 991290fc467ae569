import Foundation

/// A form of an effect, as the app of the forms prints it.
struct EffectForm: Sendable {
  /// A recording of a form.
  enum Recording: String, CaseIterable, Sendable {
    /// The script of the form, which usually waits for the effects.
    case whole
    /// A session that ends with twenty steps, directly after the effect has started.
    case start
    /// A session that ends after a few milliseconds and twenty more steps.
    case middle
  }

  let name: String
  /// One of `verified`, `unverified` and `either`.
  let expectation: String
  let script: [String]

  /// Parses a line with the name, the expectation and the lines of the script, separated by tabs.
  init?(_ line: Substring) {
    let parts = line.split(separator: "\t").map(String.init)
    guard parts.count > 2 else { return nil }
    name = parts[0]
    expectation = parts[1]
    script = Array(parts[2...])
  }

  func script(of recording: Recording) -> String {
    let ticks = Array(repeating: "tick", count: 20)
    let lines =
      switch recording {
      case .whole: script[...]
      case .start: script.prefix(1) + ticks
      case .middle: script.prefix(1) + ["wait 5ms"] + ticks
      }
    return lines.joined(separator: "\n") + "\n"
  }
}
