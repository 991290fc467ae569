extension Substitutes {
  static let services: [Substitute] = [
    Substitute(
      names: ["UserDefaults"],
      text: """
        extension UserDefaults {
          public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
          public func value(forKey key: String) -> Any? { object(forKey: key) }
        }

        """),
    Substitute(
      names: ["FileManager"],
      text: """
        /// A folder of the user in place of the one that apps of a group share.
        extension FileManager {
          public func containerURL(
            forSecurityApplicationGroupIdentifier identifier: String
          ) -> URL? {
            urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
              .appending(component: identifier)
          }
        }

        """),
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
    enumeration(
      "UNAuthorizationStatus", of: "Int",
      "notDetermined = 0, denied, authorized, provisional, ephemeral"),
    optionSet(
      "UNAuthorizationOptions",
      [
        "badge": 1, "sound": 2, "alert": 4, "carPlay": 8, "criticalAlert": 16, "provisional": 64,
      ]),
    optionSet(
      "UNNotificationPresentationOptions", ["badge": 1, "sound": 2, "list": 8, "banner": 16]),
    enumeration(
      "SFSpeechRecognizerAuthorizationStatus", of: "Int, Codable",
      "notDetermined = 0, denied, restricted, authorized"),
    enumeration(
      "AVAuthorizationStatus", of: "Int",
      "notDetermined = 0, restricted, denied, authorized"),
    enumeration(
      "PHAuthorizationStatus", of: "Int",
      "notDetermined = 0, restricted, denied, authorized, limited"),
    enumeration(
      "ContentSizeCategory", of: "Hashable, CaseIterable",
      """
      extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge, \
      accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, \
      accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge
      """),
  ]
}
