import Foundation
import SessionReplay

/// Divergences as sent by a worker process, for reports that a small app cannot cause.
enum SampleDivergence {
  static func state(
    at step: UInt64, action: String, path: String, expected: String = "1", actual: String = "2",
    difference: [String] = ["- 1", "+ 2"]
  ) throws -> Divergence {
    let state: [String: Any] = [
      "path": path, "expected": expected, "actual": actual, "difference": difference,
    ]
    return try divergence(at: step, action, ["state": ["_0": state]])
  }

  static func dependency(at step: UInt64, action: String, _ problem: String) throws -> Divergence {
    try divergence(at: step, action, ["dependency": ["_0": problem]])
  }

  private static func divergence(
    at step: UInt64, _ action: String, _ kind: [String: Any]
  ) throws -> Divergence {
    let object: [String: Any] = [
      "step": step, "since": step - 1, "action": action, "kind": kind,
    ]
    return try JSONDecoder().decode(
      Divergence.self, from: try JSONSerialization.data(withJSONObject: object))
  }
}
