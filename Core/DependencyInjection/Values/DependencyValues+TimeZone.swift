public import Foundation

extension DependencyValues {
  /// The user's time zone; in tests reading it fails, and gives GMT.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum TimeZoneKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }

  static var testValue: TimeZone {
    UnimplementedDependency("timeZone", example: ".gmt").reportUnlessAssigning()
    return .gmt
  }
}
