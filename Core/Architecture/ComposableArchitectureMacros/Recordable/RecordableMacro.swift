package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Recordable`, which generates the conformance of a structure or an enumeration.
package enum RecordableMacro {}

extension RecordableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let source = RecordableSource(of: declaration, attribute: node, in: context),
      !context.reportsHidden(declaration, from: node), !protocols.isEmpty
    else { return [] }
    let change = declaration.isOutOfReach(in: context) ? [] : [source.change()]
    return try declaration.extending(
      type, by: "RecordCoding.Recordable\(source.constraints)",
      members: (source.members + change).joined(separator: "\n\n"), in: context)
  }
}

extension RecordableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The extension macro reports the errors.
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      return []
    }
    let change = protocols.isEmpty ? nil : change(of: declaration, attribute: node, in: context)
    return [history(of: declaration, in: context), change].compactMap { $0 }
  }

  /// Returns the function that describes the former names and initial values of fields and cases.
  ///
  /// The function is a member of the type. Initial values and conversions can therefore use the
  /// same names as in the source.
  private static func history(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> DeclSyntax? {
    let lines = declaration.recordedHistory
    if lines.isEmpty { return nil }
    let constraints = declaration.storedParameters(in: context).filter { $0.specifier == nil }
      .map(\.recordable).joined(separator: ", ")
    let parameter =
      declaration.is(EnumDeclSyntax.self)
      ? "RecordCoding.EnumerationDescription" : "RecordCoding.StructureDescription<Self>"
    // The unusual parameter name keeps initial values from referring to it by accident.
    return """
      \(raw: declaration.storage.flatMap(\.availability).silence)\
      fileprivate static func recordedHistory(of recordedHistory: \(raw: parameter))\
      \(raw: constraints.isEmpty ? "" : " where \(constraints)") {
      \(raw: lines.joined(separator: "\n"))
      }
      """
  }

  /// Returns `recordChange(from:into:)` for a type whose extension cannot declare it.
  private static func change(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> DeclSyntax? {
    guard declaration.isOutOfReach(in: context),
      let source = RecordableSource(
        of: declaration, attribute: attribute, in: DerivedContext(silencing: context))
    else { return nil }
    return "\(raw: source.change(constraints: source.constraints))"
  }
}

protocol RecordableBodies {
  var describe: [String] { get }
  var record: [String] { get }
  var decode: [String] { get }
  var recordChange: [String] { get }
}

struct RecordableSource {
  private let bodies: any RecordableBodies
  /// The attributes and access level of each requirement.
  private let prefix: String
  /// The `where` clause of the conformance, which requires stored type parameters to be recordable.
  let constraints: String

  /// Creates the source for a type, or returns `nil` after reporting why it cannot be recorded.
  init?(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let bodies: (any RecordableBodies)?
    if let declaration = declaration.as(StructDeclSyntax.self) {
      bodies = RecordableStructure(declaration, in: context)
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      bodies = RecordableEnumeration(declaration, in: context)
    } else {
      bodies = nil
      context.report(
        .kind(
          of: declaration, attribute: attribute, allowed: "a struct or an enum",
          reason: ": a log holds values, not references"))
    }
    guard let bodies else { return nil }
    self.bodies = bodies
    prefix =
      declaration.storage.flatMap(\.availability).silence
      + AccessLevel(of: declaration, in: context).rawValue
    let parameters = declaration.storedParameters(in: context)
    if let pack = parameters.first(where: { $0.specifier?.tokenKind == .keyword(.each) }) {
      context.report(.parameterPack(pack))
      return nil
    }
    let constraints = parameters.filter { $0.specifier == nil }.map(\.recordable)
    self.constraints = constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
  }

  /// The requirements except `recordChange(from:into:)`, which has a parameter of the type itself.
  var members: [String] {
    [
      function(
        """
        static func describe(in schema: RecordCoding.SchemaBuilder) -> RecordCoding.TypeReference
        """, bodies.describe),
      function("func record(into encoder: inout RecordCoding.RecordEncoder)", bodies.record),
      function(
        """
        init(recorded decoder: inout RecordCoding.RecordDecoder) \
        throws(RecordCoding.RecordDecodingError)
        """, bodies.decode),
    ]
  }

  /// Returns `recordChange(from:into:)`, with its own constraints if it is a member of the type.
  func change(constraints: String = "") -> String {
    function(
      """
      func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) \
      -> Swift.Bool\(constraints)
      """, bodies.recordChange)
  }

  private func function(_ signature: String, _ body: [String]) -> String {
    "\(prefix)\(signature) {\n\(body.joined(separator: "\n"))\n}"
  }
}

extension DeclGroupSyntax {
  /// The availability of each stored property or case, with its types and initial values.
  fileprivate var storage: [(availability: [AttributeSyntax], types: [Syntax])] {
    if self.is(EnumDeclSyntax.self) {
      return EnumCases(memberBlock.members).all.map { enumCase in
        (enumCase.availability, enumCase.payload.map { Syntax($0.type) })
      }
    }
    return variables.filter { !$0.storedBindings.isEmpty }.map { variable in
      let types = variable.bindings.flatMap {
        [$0.typeAnnotation.map(Syntax.init), $0.initializer.map(Syntax.init)].compactMap { $0 }
      }
      return (variable.attributes.availability, types)
    }
  }

  /// Returns the type parameters of this type and its enclosing types that stored values mention.
  fileprivate func storedParameters(
    in context: some MacroExpansionContext
  ) -> [GenericParameterSyntax] {
    let types = storage.flatMap(\.types)
    let clauses = ([Syntax(self)] + context.lexicalContext)
      .compactMap { $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause }
    return clauses.reversed().flatMap(\.parameters).filter { parameter in
      types.contains { $0.mentions(parameter.name.text) }
    }
  }

  fileprivate var recordedHistory: [String] {
    self.is(EnumDeclSyntax.self)
      ? EnumCases(memberBlock.members).all.flatMap(\.recordedHistory)
      : variables.flatMap(\.recordedHistory)
  }

  /// The call to the generated function `recordedHistory(of:)`, if there is one.
  var recordedHistoryCall: [String] {
    recordedHistory.isEmpty ? [] : ["Self.recordedHistory(of: type)"]
  }
}

extension GenericParameterSyntax {
  fileprivate var recordable: String { "\(name.text): RecordCoding.Recordable" }
}

/// The marker `@RecordedAs`, which describes a field or a case in older logs to `@Recordable`.
package enum RecordedAsMacro {}

extension RecordedAsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if declaration.is(EnumCaseDeclSyntax.self) {
      if node.argument(labeled: "converting") != nil { context.report(.convertedCase(node)) }
    } else if declaration.as(VariableDeclSyntax.self)?.storedBindings.count != 1 {
      context.report(.misplacedFormerName(node))
    }
    return []
  }
}

extension AttributeListSyntax {
  /// The former names and conversions in the `@RecordedAs` attributes.
  var formerNames: [(name: String, conversion: String?)] {
    unconditional.filter { $0.baseName == "RecordedAs" }.compactMap { attribute in
      let name = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
      return name.map {
        ($0.trimmedDescription, attribute.argument(labeled: "converting")?.trimmedDescription)
      }
    }
  }
}

extension MacroError {
  fileprivate static func parameterPack(_ pack: GenericParameterSyntax) -> Self {
    Self(
      """
      '@Recordable' does not support the parameter pack '\(pack.name.text)': write the conformance \
      to 'Recordable' by hand
      """, at: pack)
  }

  fileprivate static func convertedCase(_ attribute: AttributeSyntax) -> Self {
    Self(
      """
      a case cannot be converted: '@RecordedAs' gives it a former name only; convert older logs \
      with a migration of the app
      """, at: attribute, fixIts: [.remove(attribute)])
  }

  fileprivate static func misplacedFormerName(_ attribute: AttributeSyntax) -> Self {
    Self(
      "'@RecordedAs' can only be applied to a stored property or a case, one at a time",
      at: attribute, fixIts: [.remove(attribute)])
  }
}
