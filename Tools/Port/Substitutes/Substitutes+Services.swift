extension Substitutes {
  static let services: [Substitute] = [
    Substitute(
      names: ["NSEC_PER_SEC", "NSEC_PER_MSEC", "NSEC_PER_USEC", "USEC_PER_SEC"],
      text: """
        public let NSEC_PER_SEC: UInt64 = 1_000_000_000
        public let NSEC_PER_MSEC: UInt64 = 1_000_000
        public let NSEC_PER_USEC: UInt64 = 1_000
        public let USEC_PER_SEC: UInt64 = 1_000_000

        """),
    Substitute(
      names: ["Logger", "OSLog"],
      text: """
        /// Writes nothing: a log would be a part of the output of tests.
        public struct Logger: Sendable {
          public init() {}
          public init(subsystem: String, category: String) {}
          public func log(_ message: @autoclosure () -> LogMessage) {}
          public func trace(_ message: @autoclosure () -> LogMessage) {}
          public func debug(_ message: @autoclosure () -> LogMessage) {}
          public func info(_ message: @autoclosure () -> LogMessage) {}
          public func notice(_ message: @autoclosure () -> LogMessage) {}
          public func warning(_ message: @autoclosure () -> LogMessage) {}
          public func error(_ message: @autoclosure () -> LogMessage) {}
          public func critical(_ message: @autoclosure () -> LogMessage) {}
          public func fault(_ message: @autoclosure () -> LogMessage) {}
        }

        public struct LogMessage: ExpressibleByStringInterpolation, Sendable {
          public init(stringLiteral value: String) {}
          public init(stringInterpolation: Interpolation) {}
          public enum Privacy: Sendable { case `public`, `private`, sensitive, auto }
          public struct Interpolation: StringInterpolationProtocol {
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public func appendLiteral(_ literal: String) {}
            public func appendInterpolation(_ value: @autoclosure () -> Any?, privacy: Privacy = .auto) {}
          }
        }

        """),
    Substitute(
      names: ["OSAllocatedUnfairLock"],
      text: """
        public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
          private let lock = NSLock()
          private var state: State
          public init(initialState: State) { state = initialState }
          public init(uncheckedState: State) { state = uncheckedState }
          public func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
            lock.lock()
            defer { lock.unlock() }
            return try body(&state)
          }
        }

        """),
    Substitute(
      names: ["UNAuthorizationStatus"],
      text: """
        @Recordable public enum UNAuthorizationStatus: Int, Sendable {
          case notDetermined = 0, denied, authorized, provisional, ephemeral
        }

        """),
    Substitute(
      names: ["UNAuthorizationOptions"],
      text: """
        public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
          public let rawValue: UInt
          public init(rawValue: UInt) { self.rawValue = rawValue }
          public static let badge = Self(rawValue: 1), sound = Self(rawValue: 2)
          public static let alert = Self(rawValue: 4), carPlay = Self(rawValue: 8)
          public static let criticalAlert = Self(rawValue: 16), provisional = Self(rawValue: 64)
        }

        """),
    Substitute(
      names: ["UNNotificationPresentationOptions"],
      text: """
        public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
          public let rawValue: UInt
          public init(rawValue: UInt) { self.rawValue = rawValue }
          public static let badge = Self(rawValue: 1), sound = Self(rawValue: 2)
          public static let list = Self(rawValue: 8), banner = Self(rawValue: 16)
        }

        """),
    Substitute(
      names: ["SFSpeechRecognizerAuthorizationStatus"],
      text: """
        @Recordable public enum SFSpeechRecognizerAuthorizationStatus: Int, Codable, Sendable {
          case notDetermined = 0, denied, restricted, authorized
        }

        """),
    Substitute(
      names: ["AVAuthorizationStatus"],
      text: """
        @Recordable public enum AVAuthorizationStatus: Int, Sendable {
          case notDetermined = 0, restricted, denied, authorized
        }

        """),
    Substitute(
      names: ["PHAuthorizationStatus"],
      text: """
        @Recordable public enum PHAuthorizationStatus: Int, Sendable {
          case notDetermined = 0, restricted, denied, authorized, limited
        }

        """),
    Substitute(
      names: ["ContentSizeCategory"],
      text: """
        @Recordable public enum ContentSizeCategory: Hashable, CaseIterable, Sendable {
          case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
          case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge
          case accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge
        }

        """),
  ]
}
