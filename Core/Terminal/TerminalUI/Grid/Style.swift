/// A color named by its meaning. The terminal's palette determines its appearance.
///
///     let warning = Text("offline").color(.warning)
public enum TextColor: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default text color.
  case plain
  /// The color of emphasized text, such as titles, keys and the selected tab.
  case accent
  /// The color of a success.
  case success
  /// The color of text that needs attention.
  case warning
  /// The color of a failure.
  case danger
  /// The color of less important text.
  case muted
}

/// The appearance of text.
///
///     let title = Text("Todos").style(TextStyle(color: .accent, isBold: true))
public struct TextStyle: Hashable, Sendable {
  /// The color of the text.
  public var color: TextColor
  /// Whether the text is bold.
  public var isBold: Bool
  /// Whether the text is dim.
  public var isDim: Bool
  /// Whether the text and background colors are swapped.
  public var isReversed: Bool
  /// Whether the text is underlined.
  public var isUnderlined: Bool

  /// Creates a style, which is plain by default.
  public init(
    color: TextColor = .plain, isBold: Bool = false, isDim: Bool = false,
    isReversed: Bool = false, isUnderlined: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  /// The default style.
  public static let plain = TextStyle()

  /// Returns the style combined with a second style, whose color is used unless it is plain.
  func adding(_ other: TextStyle) -> TextStyle {
    TextStyle(
      color: other.color == .plain ? color : other.color,
      isBold: isBold || other.isBold, isDim: isDim || other.isDim,
      isReversed: isReversed != other.isReversed,
      isUnderlined: isUnderlined || other.isUnderlined)
  }
}
