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
      if let part = UnrecordablePart(of: element.type) { diagnose(part.misuse, at: part.node) }
    }
    if cases.all.isEmpty { diagnose(.noCases(name: declaration.name.text), at: declaration.name) }
    return isValid ? cases.all : nil
  }
}
