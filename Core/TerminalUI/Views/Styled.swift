/// A view with a style that is added to the styles of what it shows.
public struct Styled<Content: View>: View {
  let content: Content
  let style: TextStyle

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { content.flexibility }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size { content.size(within: offer) }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    canvas.draw(content, style: style)
  }
}

extension View {
  /// The view in a style.
  public func style(_ style: TextStyle) -> Styled<Self> { Styled(content: self, style: style) }

  /// The view in bold.
  public func bold() -> Styled<Self> { style(TextStyle(isBold: true)) }

  /// The view dimmed.
  public func dim() -> Styled<Self> { style(TextStyle(isDim: true)) }

  /// The view with its colour and the background swapped.
  public func reversed() -> Styled<Self> { style(TextStyle(isReversed: true)) }

  /// The view underlined.
  public func underlined() -> Styled<Self> { style(TextStyle(isUnderlined: true)) }

  /// The view in a colour.
  public func color(_ color: TextColor) -> Styled<Self> { style(TextStyle(color: color)) }
}
