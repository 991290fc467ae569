extension Substitutes {
  static let interface: [Substitute] = [
    Substitute(
      names: ["LocalizedStringKey"],
      text: """
        public struct LocalizedStringKey: Hashable, ExpressibleByStringInterpolation, Sendable {
          private let value: String
          public init(_ value: String) { self.value = value }
          public init(stringLiteral value: String) { self.value = value }
        }

        """),
    Substitute(
      names: ["UIFont"],
      text: """
        public final class UIFont: NSObject, @unchecked Sendable {
          public enum TextStyle: Sendable {
            case largeTitle, title1, title2, title3, headline, subheadline, body, callout
            case footnote, caption1, caption2
          }
          public let pointSize: CGFloat
          public init(pointSize: CGFloat) { self.pointSize = pointSize }
          public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
            UIFont(pointSize: 17)
          }
          public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(pointSize: size) }
          public override func isEqual(_ other: Any?) -> Bool {
            (other as? UIFont)?.pointSize == pointSize
          }
          public override var hash: Int { pointSize.hashValue }
        }

        extension NSAttributedString.Key {
          public static let font = Self("NSFont"), foregroundColor = Self("NSColor")
        }

        """),
    Substitute(
      names: ["MarkdownParsingOptions"],
      text: """
        /// Markdown is not parsed: the string has the text with its marks.
        extension AttributedString {
          public struct MarkdownParsingOptions: Sendable {
            public enum InterpretedSyntax: Sendable {
              case full, inlineOnly, inlineOnlyPreservingWhitespace
            }
            public enum FailurePolicy: Sendable { case throwError, returnPartiallyParsedIfPossible }
            public var interpretedSyntax = InterpretedSyntax.full
            public var failurePolicy = FailurePolicy.throwError
            public init(
              allowsExtendedAttributes: Bool = false,
              interpretedSyntax: InterpretedSyntax = .full,
              failurePolicy: FailurePolicy = .throwError
            ) {
              (self.interpretedSyntax, self.failurePolicy) = (interpretedSyntax, failurePolicy)
            }
          }

          public init(
            markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(),
            baseURL: URL? = nil
          ) throws {
            self.init(markdown)
          }
        }

        """),
    Substitute(
      names: ["EditMode"],
      text: """
        @Recordable public enum EditMode: Hashable, Sendable {
          case inactive, transient, active
          public var isEditing: Bool { self != .inactive }
        }

        """),
    Substitute(
      names: ["PresentationDetent"],
      text: """
        public struct PresentationDetent: Hashable, Sendable {
          private let name: String
          public static let medium = PresentationDetent(name: "medium")
          public static let large = PresentationDetent(name: "large")
          public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
            PresentationDetent(name: "fraction(\\(fraction))")
          }
          public static func height(_ height: CGFloat) -> PresentationDetent {
            PresentationDetent(name: "height(\\(height))")
          }
        }

        """),
    enumeration("ScenePhase", of: "Hashable, Comparable", "background, inactive, active"),
    Substitute(
      names: ["Edge", "EdgeInsets"],
      text: """
        @Recordable public enum Edge: Int8, CaseIterable, Sendable {
          case top, leading, bottom, trailing
        }

        @Recordable public struct EdgeInsets: Hashable, Sendable {
          public var top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat
          public init(
            top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0
          ) {
            (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
          }
        }

        """),
    enumeration(
      "UIDeviceOrientation", of: "Int",
      "unknown = 0, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown"),
    enumeration("UIBackgroundFetchResult", of: "UInt", "newData = 0, noData, failed"),
  ]

  /// Methods of URLs that Linux lacks, which every port gets.
  static let urls = """
    // Written by reprise-port.
    import Foundation

    extension URL {
      /// Returns whether the file may be read: on Linux, no sandbox forbids it.
      public func startAccessingSecurityScopedResource() -> Bool { true }
      public func stopAccessingSecurityScopedResource() {}
    }

    """
}
