struct Observation: Sendable {
  func cancel() {}
}

struct Settings: Sendable {
  func value(for name: String) -> Int? { nil }
  func set(_ value: Int, for name: String) {}
  func write(_ value: Int, for name: String) throws {}
  func synchronize() {}
  func observe(_ name: String, _ changed: @Sendable (Int) -> Void) -> Observation { Observation() }
}

struct SettingsKey {
  let name: String
  let settings: Settings

  // The block.
}
