import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The result of expanding the project's macros in a source file.
struct Expansion {
  /// The file with every macro expanded.
  let source: String
  /// A line for each diagnostic, and an indented line for each of its notes and fix-its.
  let diagnostics: [String]

  init(of source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Example", fullFilePath: "Example.swift")])
    let expanded = file.expand(
      macroSpecs: Self.macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    self.source = expanded.description
    self.diagnostics = context.diagnostics.flatMap { Self.lines(for: $0, in: context) }
  }

  private static var macros: [String: MacroSpec] {
    [
      "CasePathable": MacroSpec(
        type: CasePathableMacro.self, conformances: ["CaseKeyPaths.CasePathIterable"]),
      "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
      "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
      "DependencyEndpointIgnored": MacroSpec(type: DependencyEndpointIgnoredMacro.self),
      "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
      "ObservableState": MacroSpec(
        type: ObservableStateMacro.self, conformances: ["ComposableArchitecture.ObservableState"]),
      "ObservationStateIgnored": MacroSpec(type: ObservationStateMarkMacro.self),
      "ObservationStateTracked": MacroSpec(type: ObservationStateMarkMacro.self),
      "Presents": MacroSpec(type: PresentsMacro.self),
      "Recordable": MacroSpec(
        type: RecordableMacro.self, conformances: ["RecordCoding.Recordable"]),
      "RecordedAs": MacroSpec(type: RecordedAsMacro.self),
      "Reducer": MacroSpec(
        type: ReducerMacro.self,
        conformances: ["ComposableArchitecture.CaseReducer", "ComposableArchitecture.Reducer"]),
      "ReducerCaseEphemeral": MacroSpec(type: ReducerCaseMacro.self),
      "ReducerCaseIgnored": MacroSpec(type: ReducerCaseMacro.self),
      "ViewAction": MacroSpec(
        type: ViewActionMacro.self, conformances: ["ComposableArchitecture.ViewActionSending"]),
    ]
  }

  private static func lines(
    for diagnostic: Diagnostic, in context: BasicMacroExpansionContext
  ) -> [String] {
    let place = place(of: diagnostic.node, in: context)
    return ["\(place): \(diagnostic.diagMessage.severity): \(diagnostic.message)"]
      + diagnostic.notes.map { "  \(Self.place(of: $0.node, in: context)): note: \($0.message)" }
      + diagnostic.fixIts.map { fixIt in
        "  fix-it: \(fixIt.message.message): \(fixIt.changes.map(describe).joined())"
      }
  }

  private static func place(
    of node: Syntax, in context: BasicMacroExpansionContext
  ) -> String {
    let place = context.location(
      for: node.positionAfterSkippingLeadingTrivia, anchoredAt: node, fileName: "")
    return "\(place.line):\(place.column)"
  }

  private static func describe(_ change: FixIt.Change) -> String {
    guard case .replace(let old, let new) = change else { return "\(change)" }
    return "\"\(old.trimmedDescription)\" → \"\(new.trimmedDescription)\""
  }
}
