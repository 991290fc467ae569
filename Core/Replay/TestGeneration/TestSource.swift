/// The source expressions with which a generated test refers to the app.
///
///     TestSource(
///       imports: ["App"], feature: "AppFeature()", initialState: "AppFeature.State()",
///       screen: "AppScreen.lines($0).joined(separator: \"\\n\")")
public struct TestSource: Sendable {
  /// The modules to import in addition to the modules of the types in the log.
  public var imports: [String]
  /// The expression that creates the reducer.
  public var feature: String
  /// The expression that creates the initial state.
  public var initialState: String
  /// The expression that converts a state, `$0`, to the text of a screen.
  public var screen: String
  /// The expression of the recorded dependencies; `nil` for the dependencies that the library
  /// provides.
  public var dependencies: String?

  /// Creates a description of the app from source expressions.
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
