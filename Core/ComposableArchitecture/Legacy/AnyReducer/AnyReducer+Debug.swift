// Replaced by `_printChanges(_:)` and `signpost(_:log:)`.

/// Where the `debug` of reducers with an environment prints.
///
///     let logged = counterReducer.debug("counter") { _ in
///       DebugEnvironment { logger.info("\($0)") }
///     }
public struct DebugEnvironment: Sendable {
  /// Prints a text.
  public var printer: @Sendable (String) -> Void

  /// Creates an environment of a function that prints.
  public init(printer: @escaping @Sendable (String) -> Void = { Swift.print($0) }) {
    self.printer = printer
  }
}

extension AnyReducer {
  /// Prints each action and the difference between the states before and after it, in builds for
  /// debugging.
  public func debug(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    environment debugEnvironment:
      @escaping @Sendable (_ environment: Environment) -> DebugEnvironment = {
        _ in DebugEnvironment()
      }
  ) -> Self {
    Self(assemble: { environment in
      Reduce(self, environment: environment)
        .debug(
          prefix, actionFormat: actionFormat, printer: debugEnvironment(environment).printer
        )
        .assemble()
    })
  }

  /// Prints each action, in builds for debugging.
  public func debugActions(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    environment debugEnvironment:
      @escaping @Sendable (_ environment: Environment) -> DebugEnvironment = {
        _ in DebugEnvironment()
      }
  ) -> Self {
    Self(assemble: { environment in
      Reduce(self, environment: environment)
        .debugActions(
          prefix, actionFormat: actionFormat, printer: debugEnvironment(environment).printer
        )
        .assemble()
    })
  }
}
