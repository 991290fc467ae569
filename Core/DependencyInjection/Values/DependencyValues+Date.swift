import Foundation

extension DependencyValues {
  /// Tells the date; in tests it fails when called, unless overridden.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = DateGenerator { Date() }

  static var testValue: DateGenerator {
    let dependency = UnimplementedDependency(
      "date", example: ".constant(Date(timeIntervalSince1970: 0))")
    return DateGenerator {
      dependency.report()
      return Date(timeIntervalSince1970: 0)
    }
  }
}
