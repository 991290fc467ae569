import RecordCoding

/// The identity by which an effect can be canceled, as a log holds it.
@_documentation(visibility: internal)
public struct EffectIdentity: Hashable, Sendable {
  /// The description of the identity.
  public var text: String
  /// The full name of its type; `nil` in logs that are older than the names.
  public var type: String?

  /// Creates an identity with the description and the type's name of another.
  public init(_ text: String, type: String? = nil) {
    self.text = text
    self.type = type
  }
}

extension EffectIdentity: CustomStringConvertible {
  /// The description of the identity, without its type.
  public var description: String { text }
}

extension EffectIdentity {
  /// The identity with its type, such as `walk (a StepTracker.CancelID)`.
  package var withType: String { type.map { "\(text) (a \($0))" } ?? text }

  /// The identity of an effect.
  init(of id: CancelID) {
    self.init(id.description, type: recordedName(of: Swift.type(of: id.base)))
  }
}
