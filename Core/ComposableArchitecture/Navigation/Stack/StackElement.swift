/// An element of a stack with its identity.
@usableFromInline
struct StackElement<State>: Identifiable {
  @usableFromInline let id: StackElementID
  /// The state; `nil` only while it is changed, so that it can be changed in place.
  @usableFromInline var content: State?

  @usableFromInline
  init(id: StackElementID, state: State) {
    self.id = id
    content = state
  }

  @usableFromInline
  var state: State {
    guard let content else { preconditionFailure("a stack is not read while it is changed") }
    return content
  }
}

extension StackElement: Equatable where State: Equatable {}
extension StackElement: Hashable where State: Hashable {}
extension StackElement: Sendable where State: Sendable {}
