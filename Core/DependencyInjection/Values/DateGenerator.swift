public import Foundation

/// Tells the date: the present one in the app, a known one in tests.
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
