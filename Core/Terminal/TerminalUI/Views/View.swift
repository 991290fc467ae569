/// An element of a text screen.
///
///     struct Greeting: View {
///       func size(within offer: Size) -> Size { Size(width: 5, height: 1) }
///       func draw(on canvas: inout Canvas) { canvas.write("Hello") }
///     }
///     let greeting = Greeting().bold().frame(width: 20)
///
/// A view is a value that determines its size and draws itself, independently of a terminal. A
/// screen is a function from a state to a view.
public protocol View {
  /// Returns the size that the view takes, which must not exceed the offered size.
  func size(within offer: Size) -> Size

  /// Draws the view on a canvas, which may be larger or smaller than the view's size.
  func draw(on canvas: inout Canvas)

  /// The directions in which the view fills the remaining space.
  var flexibility: Flexibility { get }
}

extension View {
  /// The default: no directions. The view takes only the size that it returns.
  public var flexibility: Flexibility { [] }
}

/// A set of directions in which a view fills the remaining space.
///
///     struct Rule: View {
///       var flexibility: Flexibility { .horizontal }
///       func size(within offer: Size) -> Size { Size(width: offer.width, height: 1) }
///       func draw(on canvas: inout Canvas) {
///         canvas.write(String(repeating: "═", count: canvas.size.width))
///       }
///     }
public struct Flexibility: OptionSet, Sendable {
  /// The directions as bits.
  public let rawValue: Int

  /// Creates a set of directions from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Left to right.
  public static let horizontal = Flexibility(rawValue: 1)
  /// Top to bottom.
  public static let vertical = Flexibility(rawValue: 2)
}

/// A result builder that combines the views in a closure into an array.
///
///     @ViewBuilder
///     func lines(of names: [String]) -> [any View] {
///       Text("Names").bold()
///       for name in names { Text(name) }
///     }
@resultBuilder
public enum ViewBuilder {}

@_documentation(visibility: internal)
extension ViewBuilder {
  /// Returns a single view as an array.
  public static func buildExpression(_ view: any View) -> [any View] { [view] }

  /// Returns an array of views.
  public static func buildExpression(_ views: [any View]) -> [any View] { views }

  /// Returns the views of all statements.
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap(\.self) }

  /// Returns the views of an `if` statement, or no views if its condition is false.
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }

  /// Returns the views of the first branch.
  public static func buildEither(first views: [any View]) -> [any View] { views }

  /// Returns the views of the second branch.
  public static func buildEither(second views: [any View]) -> [any View] { views }

  /// Returns the views of all iterations of a loop.
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap(\.self) }
}
