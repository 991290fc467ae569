/// A step of a test's script, as a value: an action, and what it makes of the state.
///
///     Step(.send, .incrementTapped) { $0.count = 1 }
///     Step(.receive, .nthPrimeResponse(2)) { $0.alert = "The 1st prime is 2" }
public struct Step<State, Action> {
  /// Where the action of a step comes from.
  public enum Kind: Equatable, Sendable {
    /// The test sends it, as a user would.
    case send
    /// The first effect that is pending sends it.
    case receive
  }

  /// Where the action comes from.
  public let kind: Kind
  /// The action.
  public let action: Action
  let update: (inout State) -> Void
  let place: TestLine

  /// Creates a step, whose closure turns the state before it into the one after it.
  ///
  /// Without a closure the state must stay as it is.
  public init(
    _ kind: Kind, _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping (_ state: inout State) -> Void = { _ in }
  ) {
    self.kind = kind
    self.action = action
    self.update = update
    place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
