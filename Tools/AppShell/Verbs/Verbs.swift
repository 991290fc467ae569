/// The verbs of the program.
package enum Verbs {
  /// All verbs, in the order in which help lists them.
  package static let all: [any Verb.Type] = [
    RunVerb.self, RecordVerb.self, ReplayVerb.self, MergeVerb.self, ShowVerb.self, InfoVerb.self,
    TraceVerb.self, BlameVerb.self, WhyVerb.self, DiffVerb.self, MinimizeVerb.self,
    PlayVerb.self, ServeVerb.self, ReportVerb.self, CompatVerb.self, CoverageVerb.self,
    RecoverVerb.self, PackVerb.self,
    ExportVerb.self, ImportVerb.self, GenerateTestVerb.self, HelpVerb.self,
    CompletionsVerb.self, ManVerb.self,
  ]

  /// The declarations of all verbs.
  static var declarations: [VerbDeclaration] { all.map { VerbDeclaration($0) } }

  /// The names of all verbs.
  static var names: [String] { all.map { $0.name } }

  /// The verb of this name.
  static func named(_ name: String) throws(UsageError) -> any Verb.Type {
    if let verb = all.first(where: { $0.name == name }) { return verb }
    throw .unknownVerb(name, nearest: NearestName.to(name, among: names))
  }
}
