import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// An enumeration that a macro writes, with what further macros would add to it.
///
/// A macro on a generated type adds an extension to the file while the compiler goes through the
/// file's extensions: several such types crash it. What these macros write is therefore inlined.
struct GeneratedEnum {
  let name: String
  let cases: [String]
  let access: AccessLevel
  var attributes: [String] = []
  var typealiases: [String] = []
  let protocols: [String]
  let isRecordable: Bool

  /// The source of the enumeration.
  func declaration(in context: some MacroExpansionContext) -> DeclSyntax {
    let casesAlone = source(attributes: [], protocols: [], members: cases)
    guard let declaration = casesAlone.as(EnumDeclSyntax.self) else { return casesAlone }
    let casePaths = CasePathsSource(
      name: name, cases: EnumCases(declaration.memberBlock.members).usable, access: access,
      hasOpenPayloads: true
    ).declarations.map { "\($0)" }
    // What stands within `#if` is reported where an extension says that it is recordable.
    let isConditional = cases.contains { $0.hasPrefix("#") }
    let recording =
      isRecordable
      ? isConditional ? nil : Self.recording(of: declaration, name: name, in: context) : []
    return source(
      attributes: (recording == nil ? ["@RecordCoding.Recordable"] : []) + attributes,
      protocols: ["CaseKeyPaths.CasePathIterable"] + protocols
        + (recording?.isEmpty == false ? ["RecordCoding.Recordable"] : []),
      members: typealiases.map { "\(access.rawValue)typealias \($0)" } + cases + casePaths
        + (recording ?? []))
  }

  /// The members by which a generated type is recordable; nil if an extension has to say where it is,
  /// or if it is not.
  static func recording(
    of declaration: some DeclGroupSyntax, name: String, in context: some MacroExpansionContext
  ) -> [String]? {
    guard
      let source = RecordableSource(
        of: declaration, attribute: "@RecordCoding.Recordable", in: context),
      source.constraints.isEmpty
    else { return nil }
    return source.members + [source.change()]
  }

  private func source(
    attributes: [String], protocols: [String], members: [String]
  ) -> DeclSyntax {
    let inheritance = protocols.isEmpty ? "" : ": \(protocols.joined(separator: ", "))"
    let lines =
      attributes + ["\(access.rawValue)enum \(name)\(inheritance) {"] + members + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }
}
