public import Foundation

/// Tells the date: the present one in the app, a known one in tests.
///
///     withDependencies {
///       $0.date = .constant(Date(timeIntervalSince1970: 0))
///     } operation: {
///       @Dependency(\.date) var date
///       print(date.now)
///     }
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// A generator that calls `generate` whenever the date is asked for.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The date now; assign to it to make it constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date now.
  public func callAsFunction() -> Date {
    generate()
  }

  /// A generator that gives the same date each time.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }
}

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
