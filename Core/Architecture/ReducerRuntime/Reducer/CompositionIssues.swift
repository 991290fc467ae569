import DependencyInjection
public import Issues
import ValueDump

/// Reports for actions that arrive without their state, located where the reducers were composed.
extension CodeLocation {
  @usableFromInline
  func reportMissingElement<ID, Action>(id: ID, action: Action) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received an action for a missing element.

        Action:
      \(indented(action))
        Element:
          \(id)

      The element was removed before the action arrived, or was never there. Check that the \
      parent handles the action before it removes the element, and that no effect of the element \
      outlives it.
      """)
  }

  @usableFromInline
  func reportMissingState<Action>(action: Action) {
    report(
      """
      An "ifLet" at "\(fileID):\(line)" received a child action when child state was "nil".

        Action:
      \(indented(action))

      The state became "nil" before the action arrived, or was never set. Check that the parent \
      handles the action before it clears the state, and that no effect of the child outlives it.
      """)
  }

  package func indented<Action>(_ action: Action) -> String {
    String(customDumping: action, indent: 4)
  }
}

extension CodeLocation {
  @usableFromInline
  func reportMissingPresentation<Action>(action: Action) {
    report(
      """
      An "ifLet" at "\(fileID):\(line)" received a presentation action when destination state was \
      absent.

        Action:
      \(indented(action))

      The presented state was removed before the action arrived, or was never set. Check that the \
      parent clears the state only after "ifLet" has run, and that no effect of the presented \
      feature outlives it.
      """)
  }

  @usableFromInline
  func reportMissingStackElement<Action>(id: StackElementID, action: Action) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received an action for a missing element.

        Action:
      \(indented(action))

      The element left the stack before the action arrived, or was never on it. Check that the \
      parent pops elements only after "forEach" has run, and that no effect of the element \
      outlives it.
      """)
  }

  @usableFromInline
  func reportMissingPop(id: StackElementID, ids: [StackElementID]) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received a "popFrom" action for a missing element.

        ID:
          \(id)
        Path IDs:
          \(ids)
      """)
  }

  @usableFromInline
  func reportRepeatedPush(id: StackElementID, ids: [StackElementID]) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received a "push" action for an element it already \
      contains.

        ID:
          \(id)
        Path IDs:
          \(ids)
      """)
  }

  @usableFromInline
  func reportUnexpectedPush(id: StackElementID, expected: StackElementID) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received a "push" action with an unexpected generational \
      ID.

        Received ID:
          \(id)
        Expected ID:
          \(expected)
      """)
  }
}
