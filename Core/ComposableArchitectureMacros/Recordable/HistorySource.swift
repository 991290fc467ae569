import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The body of the member in which a type says what it was in older logs.
///
/// It stands within the type, and not in the extension, so that initial values and conversions mean
/// what they mean where they were written.
struct HistorySource {
  static let name = "recordedHistory"

  /// The lines of the body; none if there is nothing to say.
  let lines: [String]
  /// The types of everything that the type stores, or what they are inferred from.
  let types: [Syntax]
  private let parameter: String

  init(of declaration: some DeclGroupSyntax) {
    let members = declaration.memberBlock.members
    if declaration.is(StructDeclSyntax.self) {
      parameter = "RecordCoding.StructureDescription<Self>"
      let variables = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      lines = variables.flatMap(Self.lines)
      types = variables.flatMap(\.storedBindings).flatMap {
        [$0.typeAnnotation.map(Syntax.init), $0.initializer.map(Syntax.init)].compactMap { $0 }
      }
    } else {
      parameter = "RecordCoding.EnumerationDescription"
      let cases = EnumCases(members).all
      lines = cases.flatMap(Self.lines)
      types = cases.flatMap(\.payload).map { Syntax($0.type) }
    }
  }

  /// The call of the member, from within the closure that describes the type.
  var call: [String] { lines.isEmpty ? [] : ["Self.\(Self.name)(of: type)"] }

  /// The member, unless there is nothing to say.
  func member(prefix: String, constraints: [String]) -> DeclSyntax? {
    if lines.isEmpty { return nil }
    // The parameter is named so that no name within an initial value means it by accident.
    let clause = constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
    return """
      \(raw: prefix)fileprivate static func \(raw: Self.name)(\
      of \(raw: Self.name): \(raw: parameter))\(raw: clause) {
      \(raw: lines.joined(separator: "\n"))
      }
      """
  }

  private static func lines(for declaration: VariableDeclSyntax) -> [String] {
    declaration.storedBindings.flatMap { binding -> [String] in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
      else { return [] }
      let field = "\(Self.name).field(\(name.recordedName), "
      var lines = declaration.attributes.formerNames.map { former in
        guard let conversion = former.conversion else {
          return "\(field)formerly: \(former.name))"
        }
        return "\(field)\\.\(name.text), formerly: \(former.name), converting: \(conversion))"
      }
      if let value = binding.initializer?.value, !value.is(NilLiteralExprSyntax.self),
        !declaration.attributes.arePresentation
      {
        lines.append("\(field)\\.\(name.text), initially: \(value.trimmedDescription))")
      }
      return lines
    }
  }

  private static func lines(for enumCase: EnumCase) -> [String] {
    let name = enumCase.name.recordedName
    let former = enumCase.declaration.attributes.formerNames.map {
      "\(Self.name).case(\(name), formerly: \($0.name))"
    }
    let parameters = enumCase.syntax.parameterClause?.parameters.map { $0 } ?? []
    let initial = parameters.enumerated().compactMap { index, parameter -> String? in
      guard let value = parameter.defaultValue?.value,
        case .value(let type) = PayloadForm(parameter.type)
      else { return nil }
      return """
        \(Self.name).case(\(name), valueAt: \(index), (\(type)).self, \
        initially: \(value.trimmedDescription))
        """
    }
    return former + initial
  }
}

extension AttributeListSyntax {
  /// What the declaration was in older logs, by its `@RecordedAs` attributes.
  fileprivate var formerNames: [(name: String, conversion: String?)] {
    unconditional.filter { $0.baseName == "RecordedAs" }.compactMap { attribute in
      guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self),
        let name = arguments.first?.expression
      else { return nil }
      let conversion = arguments.first { $0.label?.text == "converting" }?.expression
      return (name.trimmedDescription, conversion?.trimmedDescription)
    }
  }
}
