/// A colour by what it means: the terminal's own palette decides how it looks.
///
///     let warning = Text("offline").color(.warning)
public enum TextColor: UInt8, Hashable, Sendable, CaseIterable {
  /// The colour that the terminal writes in.
  case plain
  /// What stands out: titles, keys, the selected tab.
  case accent
  /// What went well.
  case success
  /// What needs attention.
  case warning
  /// What failed.
  case danger
  /// What matters less.
  case muted
}

/// How text looks.
///
///     let title = Text("Todos").style(TextStyle(color: .accent, isBold: true))
public struct TextStyle: Hashable, Sendable {
  /// The colour of the text.
  public var color: TextColor
  /// Whether it is bold.
  public var isBold: Bool
  /// Whether it is dim.
  public var isDim: Bool
  /// Whether its colour and the background are swapped.
  public var isReversed: Bool
  /// Whether it is underlined.
  public var isUnderlined: Bool

  /// Creates a style, plain if nothing is given.
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

  /// The style of text that nothing was said of.
  public static let plain = TextStyle()

  /// The style with what another one adds; a colour that is not plain replaces this one's.
  func adding(_ other: TextStyle) -> TextStyle {
    TextStyle(
      color: other.color == .plain ? color : other.color,
      isBold: isBold || other.isBold, isDim: isDim || other.isDim,
      isReversed: isReversed != other.isReversed,
      isUnderlined: isUnderlined || other.isUnderlined)
  }
}
