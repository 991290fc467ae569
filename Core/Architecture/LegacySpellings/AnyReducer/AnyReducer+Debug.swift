public import ReducerRuntime

// Replaced by `_printChanges(_:)` and `signpost(_:log:)`.

/// The output of `debug` for reducers with an environment.
///
///     let logged = counterReducer.debug("counter") { _ in
///       DebugEnvironment { logger.info("\($0)") }
///     }
public struct DebugEnvironment: Sendable {
  /// The function that prints a string.
  public var printer: @Sendable (String) -> Void

  /// Creates an environment with a function that prints a string.
  public init(printer: @escaping @Sendable (String) -> Void = { Swift.print($0) }) {
    self.printer = printer
  }
}

extension AnyReducer {
  /// Returns the reducer unchanged, because recorded sessions contain times instead of signposts.
  public func signpost(_ prefix: String = "") -> Self { self }

  /// Prints each action and the difference it makes to the state, in debug builds.
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

  /// Prints each action in debug builds.
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
