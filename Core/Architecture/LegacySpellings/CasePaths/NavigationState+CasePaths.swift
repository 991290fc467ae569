public import CaseKeyPaths
import Issues
public import ReducerRuntime

// Case paths into presented states and stacks: `$destination[case: /Destination.State.edit]`.
// Replaced by the same subscripts with case key paths.

extension PresentationState {
  /// Accesses the value of a case of the presented state, which is `nil` in any other case.
  ///
  /// Setting the value presents or dismisses the case, in the same way as with a case key path.
  @available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
  public subscript<Value>(
    case path: AnyCasePath<State, Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Value? {
    get { wrappedValue.flatMap(path.extract(from:)) }
    _modify {
      yield &wrappedValue[
        path,
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)]
    }
  }
}

extension StackState {
  /// Accesses the value of one case of the element with an identity.
  ///
  /// Setting the value changes or removes the element, in the same way as with a case key path.
  @available(*, deprecated, message: "Make the type '@CasePathable', and use a case key path.")
  public subscript<Value>(
    id id: StackElementID, case path: AnyCasePath<Element, Value>,
    fileID: _HashableStaticString = #fileID, filePath: _HashableStaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Value? {
    get { self[id: id].flatMap(path.extract(from:)) }
    _modify {
      yield &self[id: id, fileID, filePath, line, column][
        path, at: CodeLocation(fileID, filePath, line: line, column: column)]
    }
  }
}
