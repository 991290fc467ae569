/// The identity by which an effect can be canceled, as stored in a log.
@_documentation(visibility: internal)
public struct EffectIdentity: Hashable, Sendable {
  /// The description of the identity.
  public var text: String
  /// The full name of the identity's type, or `nil` in logs that predate type names.
  public var type: String?

  /// Creates an identity from its description and the name of its type.
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
  /// The description followed by the type, as in `walk (a StepTracker.CancelID)`.
  package var withType: String { type.map { "\(text) (a \($0))" } ?? text }
}
