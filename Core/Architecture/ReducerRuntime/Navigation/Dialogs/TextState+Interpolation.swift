public import Foundation

/// The content of a text with formatted values.
///
///     let date = Date(timeIntervalSince1970: 0)
///     let title = TextState("Due \(date, style: .date), \(2.5, specifier: "%.2f") €")
public struct TextContent: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// Creates content from a string.
  public init(stringLiteral value: String) { text = value }

  /// Creates content from a string with values.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// A string with values, some of which are formatted.
  @_documentation(visibility: internal)
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates a string without content.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a string.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds the description of a value.
    public mutating func appendInterpolation(_ value: some Any) { text += "\(value)" }

    /// Adds a text without its styles.
    public mutating func appendInterpolation(_ value: TextState) { text += String(state: value) }

    /// Adds an object in the form of a formatter.
    public mutating func appendInterpolation(_ subject: some Any, formatter: Formatter) {
      text += formatter.string(for: subject) ?? "\(subject)"
    }

    /// Adds a number in the form of a specifier, as in `String(format:)`.
    public mutating func appendInterpolation(_ value: some CVarArg, specifier: String) {
      text += String(format: specifier, value)
    }

    /// Adds a value in the form of a style, such as `.number`.
    public mutating func appendInterpolation<Style: FormatStyle>(
      _ input: Style.FormatInput, format: Style
    ) where Style.FormatOutput == String {
      text += format.format(input)
    }

    /// Adds a date.
    ///
    /// The text is in ISO 8601 and UTC. It is a part of the state, so it depends on neither the
    /// locale and time zone of the machine nor the current time.
    public mutating func appendInterpolation(_ date: Date, style: DateStyle) {
      let format = Date.ISO8601FormatStyle()
      switch style {
      case .date: text += format.year().month().day().format(date)
      case .time: text += format.time(includingFractionalSeconds: false).format(date)
      case .offset, .relative, .timer: text += format.format(date)
      }
    }
  }

  /// The part of a date that is shown in a text.
  ///
  ///     let style = TextContent.DateStyle.time
  public enum DateStyle: Sendable {
    /// Year, month and day, as in `2026-01-31`.
    case date
    /// Hours, minutes and seconds, as in `12:30:00`.
    case time
    /// The day and the time, since a text cannot change with the current time.
    case offset
    /// The day and the time, since a text cannot change with the current time.
    case relative
    /// The day and the time, since a text cannot change with the current time.
    case timer
  }
}

extension TextState {
  /// Creates unstyled text from a string with formatted values.
  @_disfavoredOverload
  public init(_ content: TextContent) { self.init(verbatim: content.text) }
}
