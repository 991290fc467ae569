import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A generated enumeration, with the expansions of its own macros already inlined.
///
/// A macro on a generated type adds an extension to the file while the compiler iterates over the
/// file's extensions. Several such types crash the compiler.
struct GeneratedEnum {
  let name: String
  let cases: [String]
  let access: AccessLevel
  var attributes: [String] = []
  var typealiases: [String] = []
  let protocols: [String]
  let isRecordable: Bool

  func declaration(in context: some MacroExpansionContext) -> DeclSyntax {
    let casesAlone = source(attributes: [], protocols: [], members: cases)
    guard let declaration = casesAlone.as(EnumDeclSyntax.self) else { return casesAlone }
    let casePaths = CasePathsSource(
      name: name, cases: EnumCases(declaration.memberBlock.members).usable, access: access,
      hasOpenPayloads: true
    ).declarations.map { "\($0)" }
    // For cases within `#if`, the attribute `@Recordable` stays and reports the error.
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

  /// Returns the members that make a type recordable, or `nil` if it isn't or needs constraints.
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
