extension CompositionSite {
  @usableFromInline
  func reportMissingPresentation<Action>(action: Action) {
    report(
      """
      An "ifLet" at "\(fileID):\(line)" received a presentation action when destination state was \
      absent. …

        Action:
      \(indented(action))

      This is generally considered an application logic error, and can happen for a few reasons:

      • A parent reducer set destination state to "nil" before this reducer ran. This reducer must \
      run before any other reducer sets destination state to "nil", so that destination reducers \
      can handle their actions while their state is still present.

      • This action was sent to the store while destination state was "nil". Make sure that actions \
      for this reducer can only be sent when state is present, and that no effect of the \
      destination outlives it.
      """)
  }

  @usableFromInline
  func reportMissingStackElement<Action>(id: StackElementID, action: Action) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received an action for a missing element. …

        Action:
      \(indented(action))

      This is generally considered an application logic error, and can happen for a few reasons:

      • A parent reducer removed an element with this ID before this reducer ran. This reducer must \
      run before any other reducer removes an element, so that element reducers can handle their \
      actions while their state is still available.

      • An in-flight effect emitted this action when state contained no element at this ID. While \
      it may be perfectly reasonable to ignore this action, consider canceling the associated \
      effect before an element is removed, especially if it is a long-living effect.

      • This action was sent to the store while its state contained no element at this ID. Make \
      sure that actions for this reducer can only be sent when its state contains an element at \
      this ID.
      """)
  }

  @usableFromInline
  func reportMissingPop(id: StackElementID, ids: [StackElementID]) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received a "popFrom" action for a missing element. …

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
      contains. …

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
      ID. …

        Received ID:
          \(id)
        Expected ID:
          \(expected)
      """)
  }
}
