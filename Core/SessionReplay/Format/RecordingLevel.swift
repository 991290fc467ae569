/// How much of each step a log holds, and so how exactly it tells where a replay differs.
public enum RecordingLevel: String, CaseIterable, Codable, Sendable {
  /// The exact change of state: a replay tells the first step and field that differ.
  case steps
  /// A digest of 64 bits of the change: a replay tells the first step that differs.
  case checks
  /// No change, only whole states now and then: a replay tells between which two it differs.
  case actions
}
