public import RecordCoding
public import ValueDump

/// A value that describes styled text.
///
///     let title = TextState("Delete ") + TextState("Milk").bold() + TextState("?")
@Recordable
public struct TextState: Hashable, Sendable {
  private var pieces: [Piece]

  @Recordable
  fileprivate struct Piece: Hashable, Sendable {
    var content: String
    var styles: [TextStyle] = []
  }

  /// Creates unstyled text from a string.
  public init(verbatim content: String) {
    pieces = [Piece(content: content)]
  }

  /// Creates unstyled text from a string.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Concatenates two texts.
  public static func + (one: Self, other: Self) -> Self {
    var both = one
    both.pieces += other.pieces
    return both
  }

  /// Returns the text in bold.
  public func bold() -> Self { styled(.bold) }

  /// Returns the text in italics.
  public func italic() -> Self { styled(.italic) }

  /// Returns the text underlined.
  public func underline() -> Self { styled(.underline) }

  /// Returns the text struck through.
  public func strikethrough() -> Self { styled(.strikethrough) }

  private func styled(_ style: TextStyle) -> Self {
    var styled = self
    for index in styled.pieces.indices where !styled.pieces[index].styles.contains(style) {
      styled.pieces[index].styles.append(style)
    }
    return styled
  }

  fileprivate var plain: String { pieces.map(\.content).joined() }

  private var marked: String {
    pieces.map { piece in
      piece.styles.reduce(piece.content) { "<\($1.rawValue)>\($0)</\($1.rawValue)>" }
    }.joined()
  }
}

/// A style of text. The raw value is the tag that represents the style in dumps.
@Recordable
private enum TextStyle: String, Hashable, Sendable {
  case bold = "b"
  case italic = "i"
  case underline = "u"
  case strikethrough = "s"
}

extension String {
  /// Creates a string with the content of a text, without styles.
  public init(state: TextState) {
    self = state.plain
  }
}

@_documentation(visibility: internal)
extension TextState: CustomDumpRepresentable {
  /// The text with its styles as tags.
  public var customDumpValue: Any { marked }
}
