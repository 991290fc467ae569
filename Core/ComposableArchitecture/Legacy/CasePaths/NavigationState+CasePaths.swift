public import CaseKeyPaths

// Presented states and stacks by case paths: `$destination[case: /Destination.State.edit]`.
// Replaced by the same subscripts with case key paths.

extension PresentationState {
  /// The value of a case of the presented state, or `nil` if it is in another case.
  ///
  /// Setting it presents or dismisses the case, as it does with a case key path.
  @available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
  public subscript<Value>(case path: AnyCasePath<State, Value>) -> Value? {
    get { wrappedValue[reporting: path] }
    _modify { yield &wrappedValue[reporting: path] }
  }
}

extension StackState {
  /// The value of a case of the element of an identity.
  ///
  /// Setting it changes or removes the element, as it does with a case key path.
  @available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
  public subscript<Value>(
    id id: StackElementID, case path: AnyCasePath<Element, Value>,
    fileID: _HashableStaticString = #fileID, filePath: _HashableStaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Value? {
    get { self[id: id][reporting: path] }
    _modify {
      yield &self[id: id, fileID, filePath, line, column][reporting: path]
    }
  }
}
