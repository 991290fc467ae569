/// What the screen says of the recording.
package enum RecordingLight: Equatable, Sendable {
  case off
  case on(steps: UInt64, bytes: Int)
  case failed

  /// As `● 12 steps 1.4 kB`, or shorter where there is little room.
  package func text(isShort: Bool) -> String {
    switch self {
    case .off: isShort ? "○" : "○ not recorded"
    case .on(let steps, let bytes):
      isShort
        ? "● \(steps)" : "● \(steps) step\(steps == 1 ? "" : "s") \(Self.size(bytes))"
    case .failed: isShort ? "✗" : "✗ recording failed"
    }
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000).\(bytes / 100 % 10) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }
}
