extension Substitutes {
  static let texts: [Substitute] = [
    Substitute(
      names: ["String", "Bundle"],
      text: #"""
        extension String {
          /// A text with its values. It takes the place of its translation.
          public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
            fileprivate let text: String
            public init(_ value: String) { text = value }
            public init(stringLiteral value: String) { text = value }
            public init(stringInterpolation value: StringInterpolation) { text = value.text }
            public struct StringInterpolation: StringInterpolationProtocol {
              fileprivate var text = ""
              public init(literalCapacity: Int, interpolationCount: Int) {}
              public mutating func appendLiteral(_ literal: String) { text += literal }
              public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }
              public mutating func appendInterpolation<Value: CVarArg>(
                _ value: Value, specifier: String
              ) { text += String(format: specifier, value) }
              public mutating func appendInterpolation<Format: FormatStyle>(
                _ value: Format.FormatInput, format: Format
              ) where Format.FormatOutput == String { text += format.format(value) }
            }
          }
          public init(
            localized value: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
            locale: Locale = .current, comment: StaticString? = nil
          ) { self = value.text }
          public init(
            localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
            bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
          ) { self = defaultValue.text }
        }

        /// The bundle of a module whose manifest names no resources.
        extension Bundle { public static var module: Bundle { .main } }

        """#),
    Substitute(
      names: ["LocalizedStringResource"],
      text: """
        /// A text with its values. It takes the place of its translation.
        public struct LocalizedStringResource: Hashable, ExpressibleByStringInterpolation, Sendable {
          public let key: String
          public init(stringLiteral value: String) { key = value }
          public init(
            _ value: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
            bundle: Bundle? = nil, comment: StaticString? = nil
          ) { key = String(localized: value) }
          public init(
            _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
            locale: Locale = .current, bundle: Bundle? = nil, comment: StaticString? = nil
          ) { self.key = String(localized: defaultValue) }
        }

        extension String {
          public init(localized resource: LocalizedStringResource) { self = resource.key }
        }

        """),
  ]
}
