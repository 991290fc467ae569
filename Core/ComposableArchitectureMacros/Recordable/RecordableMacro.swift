package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Writes the conformance to `Recordable` of a structure or an enumeration.
package enum RecordableMacro {}

extension RecordableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let source = RecordableSource(of: declaration, attribute: node, in: context),
      !HiddenType.isReported(for: declaration, macro: node, in: context), !protocols.isEmpty
    else { return [] }
    let members =
      declaration.isOutOfReach(in: context) ? source.members : source.members + [source.change]
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.availability(in: context))\
        extension \(type.trimmed): RecordCoding.Recordable\(raw: source.constraints) {
        \(raw: members.joined(separator: "\n\n"))
        }
        """)
    ]
  }
}

extension RecordableSource {
  /// The source for a type, or `nil` after reporting why it cannot be recorded.
  init?(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    guard let shape = Self.shape(of: declaration, attribute: attribute, in: context),
      let constraints = Self.constraints(of: declaration, storing: shape.types, in: context)
    else { return nil }
    let access = AccessLevel(of: declaration, in: context)
    self.init(
      shape: shape, of: declaration, prefix: shape.availability.silence + access.rawValue,
      constraints: constraints,
      in: context)
  }

  /// The shape of the type, or `nil` after reporting why it has none that can be recorded.
  private static func shape(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> RecordableShape? {
    let members = declaration.memberBlock.members
    if declaration.is(StructDeclSyntax.self) {
      return StoredProperties(members, in: context).valid.map(RecordableShape.structure)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return recordableCases(of: declaration, in: context).map(RecordableShape.enumeration)
    }
    let keyword = declaration.introducer
    let canBeStruct = [.keyword(.class), .keyword(.actor)].contains(keyword.tokenKind)
    context.diagnose(
      RecordableDiagnostic.notAValue(keyword: keyword.text), at: keyword,
      fixIts: (canBeStruct ? [.makeStruct(keyword: keyword)] : []) + [.remove(attribute)])
    return nil
  }

  /// The type parameters of the type, and of the types around it, that are stored.
  fileprivate static func storedParameters(
    of declaration: some DeclGroupSyntax, storing types: [Syntax],
    in context: some MacroExpansionContext
  ) -> [GenericParameterSyntax] {
    let clauses = ([Syntax(declaration)] + context.lexicalContext)
      .compactMap { $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause }
    return clauses.reversed().flatMap(\.parameters).filter { parameter in
      types.contains { $0.mentions(parameter.name.text) }
    }
  }

  /// The `where` clause of the extension: each type parameter that is stored must be recordable.
  ///
  /// Returns `nil` after reporting a parameter pack.
  private static func constraints(
    of declaration: some DeclGroupSyntax, storing types: [Syntax],
    in context: some MacroExpansionContext
  ) -> String? {
    let parameters = storedParameters(of: declaration, storing: types, in: context)
    var constraints: [String] = []
    for parameter in parameters {
      switch parameter.specifier?.tokenKind {
      case .keyword(.each):
        context.diagnose(
          RecordableDiagnostic.parameterPack(name: parameter.name.text), at: parameter)
        return nil
      // The value of `let count: Int` is part of the type, and is not stored.
      case .keyword(.let): continue
      default: constraints.append("\(parameter.name.text): RecordCoding.Recordable")
      }
    }
    return constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
  }
}

extension RecordableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // What is wrong is said once, by the other role.
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      return []
    }
    let availability = declaration.memberBlock.members.flatMap { member in
      member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes.availability ?? []
    }
    let history = HistorySource(of: declaration)
    let parameters = RecordableSource.storedParameters(
      of: declaration, storing: history.types, in: context
    )
    .filter { $0.specifier == nil }
    let constraints = parameters.map { "\($0.name.text): RecordCoding.Recordable" }
    let member = history.member(prefix: availability.silence, constraints: constraints)
    let change = protocols.isEmpty ? nil : change(of: declaration, attribute: node, in: context)
    return [member, change].compactMap { $0 }
  }

  /// The requirement that an extension cannot have, because its parameter has the type.
  private static func change(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> DeclSyntax? {
    guard declaration.isOutOfReach(in: context),
      let source = RecordableSource(
        of: declaration, attribute: attribute, in: DerivedContext(silencing: context))
    else { return nil }
    return "\(raw: source.constrainedChange)"
  }
}

extension RecordableSource {
  /// The cases of an enumeration, or `nil` after reporting what cannot be recorded.
  private static func recordableCases(
    of declaration: EnumDeclSyntax, in context: some MacroExpansionContext
  ) -> [EnumCase]? {
    let members = declaration.memberBlock.members
    var isValid = true
    func diagnose(_ diagnostic: RecordableDiagnostic, at node: some SyntaxProtocol) {
      isValid = false
      context.diagnose(diagnostic, at: node)
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
      if let part = UnrecordablePart(of: element.type) { diagnose(part.diagnostic, at: part.node) }
    }
    return isValid ? cases.all : nil
  }
}

/// Marks what a field or a case was in older logs; `@Recordable` reads the mark.
package enum RecordedAsMacro {}

extension RecordedAsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isConverting = node.arguments?.as(LabeledExprListSyntax.self)?.count ?? 0 > 1
    if declaration.is(EnumCaseDeclSyntax.self) {
      if isConverting {
        context.diagnose(RecordableDiagnostic.convertedCase, at: node, fixIts: [.remove(node)])
      }
    } else if declaration.as(VariableDeclSyntax.self)?.storedBindings.count != 1 {
      context.diagnose(RecordableDiagnostic.misplacedFormerName, at: node, fixIts: [.remove(node)])
    }
    return []
  }
}
