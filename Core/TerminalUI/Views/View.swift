/// Something that is shown on a screen of text.
///
///     struct Greeting: View {
///       func size(within offer: Size) -> Size { Size(width: 5, height: 1) }
///       func draw(on canvas: inout Canvas) { canvas.write("Hello") }
///     }
///     let greeting = Greeting().bold().frame(width: 20)
///
/// A view is a value: it says how much room it wants and draws itself, and knows nothing of a
/// terminal. Screens are functions from a state to a view.
public protocol View {
  /// The room that it takes, if it is offered so much; never more.
  func size(within offer: Size) -> Size

  /// Draws it; there may be more room than it asked for, or less.
  func draw(on canvas: inout Canvas)

  /// The directions in which it takes whatever room others leave.
  var flexibility: Flexibility { get }
}

extension View {
  /// None: it takes the room that it asks for.
  public var flexibility: Flexibility { [] }
}

/// The directions in which a view takes whatever room is left.
///
///     struct Rule: View {
///       var flexibility: Flexibility { .horizontal }
///       func size(within offer: Size) -> Size { Size(width: offer.width, height: 1) }
///       func draw(on canvas: inout Canvas) { canvas.write(String(repeating: "═", count: canvas.size.width)) }
///     }
public struct Flexibility: OptionSet, Sendable {
  /// The directions as bits.
  public let rawValue: Int

  /// Creates a set of directions of its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// From left to right.
  public static let horizontal = Flexibility(rawValue: 1)
  /// From top to bottom.
  public static let vertical = Flexibility(rawValue: 2)
}

/// Makes a list of views of the statements of a closure.
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
  /// A view on its own.
  public static func buildExpression(_ view: any View) -> [any View] { [view] }

  /// Several views.
  public static func buildExpression(_ views: [any View]) -> [any View] { views }

  /// The views of all statements.
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap(\.self) }

  /// The views of an `if`, if its condition holds.
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }

  /// The views of the first branch.
  public static func buildEither(first views: [any View]) -> [any View] { views }

  /// The views of the second branch.
  public static func buildEither(second views: [any View]) -> [any View] { views }

  /// The views of all rounds of a loop.
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap(\.self) }
}
