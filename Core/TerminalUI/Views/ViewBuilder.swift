/// Makes a list of views of the statements of a closure.
@resultBuilder
public enum ViewBuilder {
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
