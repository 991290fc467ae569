import Foundation

extension DependencyValues {
  /// Makes universally unique identifiers; in tests it fails when called, unless overridden.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = UUIDGenerator { UUID() }

  static var testValue: UUIDGenerator {
    let dependency = UnimplementedDependency("uuid", example: ".incrementing")
    return UUIDGenerator {
      dependency.report()
      return UUID(0)
    }
  }
}
