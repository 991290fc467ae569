public import CaseKeyPaths
public import RecordCoding

/// An action of one element in a collection, together with the element's identity.
///
///     @CasePathable
///     enum Action {
///       case todos(IdentifiedAction<Todo.State.ID, Todo.Action>)
///     }
///     let action = Action.todos(.element(id: 1, action: .toggled))
///     let isToggled = action.is(\.todos[id: 1].toggled)
@CasePathable
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action for the element with the given identity.
  case element(id: ID, action: Action)
}

/// The actions of a feature whose states are the identified elements of a collection.
public typealias IdentifiedActionOf<Feature: Reducer> =
  IdentifiedAction<Feature.State.ID, Feature.Action>
where Feature.State: Identifiable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}

extension IdentifiedAction.AllCasePaths where ID: Sendable {
  /// The actions of the element with an identity: `\.rows[id: 1]`, `\.rows[id: 1].tapped`.
  @_documentation(visibility: internal)
  public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
    AnyCasePath(
      embed: { .element(id: id, action: $0) },
      extract: {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      })
  }
}

@_documentation(visibility: internal)
extension IdentifiedAction: Recordable where ID: Recordable, Action: Recordable {
  /// Describes the type as an enumeration with one case.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      type.case("element") { payload in
        payload.field("id", ID.self)
        payload.field("action", Action.self)
      }
      type.source()
    }
  }

  // Inlinable because most actions of an app have this type.
  /// Writes the identity, followed by the action.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    guard case .element(let id, let action) = self else { return }
    encoder.append(count: 0)
    encoder.encode(id)
    encoder.encode(action)
  }

  /// Creates an action by reading the identity, followed by the action.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    _ = try decoder.tag(below: 1)
    let id: ID = try decoder.decode()
    self = .element(id: id, action: try decoder.decode())
  }

  /// Writes the changes to the identity and the action.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard case (.element(let oldID, let old), .element(let id, let action)) = (old, self) else {
      return false
    }
    let product = encoder.openPayload(fieldCount: 2)
    encoder.field(0, of: product, from: oldID, to: id)
    encoder.field(1, of: product, from: old, to: action)
    return encoder.close(product)
  }
}
