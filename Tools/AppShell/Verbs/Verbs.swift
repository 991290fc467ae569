import CommandLineKit

/// The verbs of the program.
package enum Verbs {
  private static let grouped: [(heading: String, verbs: [any ShellVerb.Type])] = [
    ("Run and record", [RunVerb.self, RecordVerb.self, RecoverVerb.self]),
    ("Replay", [ReplayVerb.self, CompatVerb.self]),
    (
      "Inspect a log",
      [
        ShowVerb.self, InfoVerb.self, PlayVerb.self, TraceVerb.self, WhyVerb.self, BlameVerb.self,
        DiffVerb.self, ReportVerb.self, ServeVerb.self,
      ]
    ),
    ("From failure to fix", [ExploreVerb.self, MinimizeVerb.self, GenerateTestVerb.self]),
    ("Corpora", [CoverageVerb.self, PackVerb.self, MergeVerb.self]),
    (
      "Other",
      [
        ExportVerb.self, ImportVerb.self, HelpVerb.self, VersionVerb.self, CompletionsVerb.self,
        ManVerb.self,
      ]
    ),
  ]

  /// All verbs, in the order in which help lists them.
  package static let all: [any ShellVerb.Type] = grouped.flatMap { $0.verbs }

  static var declarations: [VerbDeclaration] { all.map { VerbDeclaration($0) } }

  /// The declarations of all verbs, in groups.
  static var groups: [VerbGroup] {
    grouped.map { heading, verbs in
      VerbGroup(heading: heading, verbs: verbs.map { VerbDeclaration($0) })
    }
  }

  static var names: [String] { all.map { $0.name } }

  static func named(_ name: String) throws(UsageError) -> any ShellVerb.Type {
    if let verb = all.first(where: { $0.name == name }) { return verb }
    throw .unknownVerb(name, nearest: NearestName.to(name, among: names))
  }
}
