public import Foundation

/// A generator of dates: the current date in the app, a fixed one in tests.
///
///     withDependencies {
///       $0.date = .constant(Date(timeIntervalSince1970: 0))
///     } operation: {
///       @Dependency(\.date) var date
///       print(date.now)
///     }
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls `generate` for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current date. Assign it to make the date constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }

  /// Returns a generator of a constant date.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }
}

extension DependencyValues {
  /// The generator of the current date. Fails the test that calls it, unless overridden.
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
