import SwiftSyntax
import SwiftSyntaxMacros

extension RecordableMacro {
  /// The cases of an enumeration, or `nil` after reporting what cannot be recorded.
  static func recordableCases(
    of declaration: EnumDeclSyntax, in context: some MacroExpansionContext
  ) -> [EnumCase]? {
    let members = declaration.memberBlock.members
    var isValid = true
    func diagnose(_ misuse: RecordableMisuse, at node: some SyntaxProtocol) {
      isValid = false
      context.diagnose(misuse, at: node)
    }

    for member in members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self), conditional.declaresStorage {
        diagnose(.conditional, at: conditional)
      }
    }
    let cases = EnumCases(members)
    for name in cases.overloads { diagnose(.overload(name: name.text), at: name) }
    for unavailable in cases.all where unavailable.availability.areUnavailable {
      diagnose(.unavailable(name: unavailable.name.text), at: unavailable.name)
    }
    for element in cases.all.flatMap(\.payload) {
      if let function = element.form.function { diagnose(.function, at: function) }
    }
    if cases.all.isEmpty { diagnose(.noCases(name: declaration.name.text), at: declaration.name) }
    return isValid ? cases.all : nil
  }
}

extension PayloadForm {
  /// The first function in the form.
  fileprivate var function: TypeSyntax? {
    switch self {
    case .function(let type): type
    case .tuple(let elements): elements.lazy.compactMap(\.form.function).first
    case .value, .unit: nil
    }
  }
}
