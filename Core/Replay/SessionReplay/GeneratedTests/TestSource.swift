/// How the source of a generated test names the app.
///
///     TestSource(
///       imports: ["App"], feature: "AppFeature()", initialState: "AppFeature.State()",
///       screen: "AppScreen.lines($0).joined(separator: \"\\n\")")
public struct TestSource: Sendable {
  /// The modules to import beside those of the types in the log.
  public var imports: [String]
  /// The expression that makes the reducer.
  public var feature: String
  /// The expression that makes the initial state.
  public var initialState: String
  /// The expression of the text that shows a state, which is `$0`.
  public var screen: String
  /// The expression of the recorded dependencies; nil for those that the library provides.
  public var dependencies: String?

  /// Creates the expressions.
  public init(
    imports: [String], feature: String, initialState: String, screen: String,
    dependencies: String? = nil
  ) {
    self.imports = imports
    self.feature = feature
    self.initialState = initialState
    self.screen = screen
    self.dependencies = dependencies
  }
}
