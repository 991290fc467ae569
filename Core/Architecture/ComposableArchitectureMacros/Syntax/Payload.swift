import SwiftSyntax

/// The form of an associated value or a tuple element.
indirect enum PayloadForm {
  /// A value whose type has a name.
  case value(TypeSyntax)
  case unit
  case tuple([PayloadElement])
  /// A function, which cannot be recorded.
  case function(TypeSyntax)

  init(_ type: TypeSyntax) {
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self = .value(
        TypeSyntax(OptionalTypeSyntax(wrappedType: optional.wrappedType.trimmed)))
    } else if let attributed = type.as(AttributedTypeSyntax.self) {
      self = Self(attributed.baseType)
    } else if type.is(FunctionTypeSyntax.self) {
      self = .function(type)
    } else if let tuple = type.as(TupleTypeSyntax.self) {
      self = Self(tuple)
    } else if ["Void", "Swift.Void"].contains(type.trimmedDescription) {
      self = .unit
    } else {
      self = .value(type.trimmed)
    }
  }

  private init(_ tuple: TupleTypeSyntax) {
    // A single type in parentheses is that type.
    if let only = tuple.elements.first, tuple.elements.count == 1 {
      self = Self(only.type)
    } else if tuple.elements.isEmpty {
      self = .unit
    } else {
      self = .tuple(tuple.elements.map(PayloadElement.init))
    }
  }
}

struct PayloadElement {
  let label: String?
  let type: TypeSyntax
  let form: PayloadForm

  init(_ parameter: EnumCaseParameterSyntax) {
    self.init(label: parameter.firstName, type: parameter.type)
  }

  init(_ element: TupleTypeElementSyntax) {
    self.init(label: element.firstName, type: element.type)
  }

  private init(label: TokenSyntax?, type: TypeSyntax) {
    self.label = label.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
    self.type = type
    self.form = PayloadForm(type)
  }

  /// The label followed by a colon, as in a call or a tuple.
  var prefix: String {
    label.map { "\($0): " } ?? ""
  }
}
