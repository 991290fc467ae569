import SwiftOperators
import SwiftParser
import SwiftSyntax

extension MutatedSource {
  /// Finds the mutants of all code that the reducers of the features reach.
  ///
  /// The keys of `sources` are paths relative to the folder of the features. The first folder of a
  /// path is the module. The order of the result depends only on the sources.
  package static func all(of sources: [String: String]) -> [MutatedSource] {
    var modules: [String: Module] = [:]
    var enumerations: [Enumeration] = []
    for (file, text) in sources.sorted(by: { $0.key < $1.key }) {
      let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
      let finder = DeclarationFinder(file: file)
      finder.walk(tree)
      let module = String(file.prefix { $0 != "/" })
      modules[module, default: Module()].add(finder.contents)
      enumerations += finder.enumerations
    }
    let reached = Reach(modules: modules).declarations()
    return modules.keys.sorted().flatMap { module in
      let declarations = modules[module]?.declarations ?? []
      let byFile = Dictionary(
        grouping: declarations.indices.filter { reached[module]?.contains($0) == true }
      ) { declarations[$0].file }
      return byFile.keys.sorted().map { file in
        source(
          file, sources[file] ?? "", (byFile[file] ?? []).map { declarations[$0] }, enumerations,
          modules[module]?.optionals ?? [])
      }
    }
  }

  private static func source(
    _ file: String, _ text: String, _ declarations: [Declaration], _ enumerations: [Enumeration],
    _ optionals: Set<String>
  ) -> MutatedSource {
    let source = SourceText(text)
    var sites: [Site] = []
    var mutants: [Mutant] = []
    for declaration in declarations where !declaration.body.trimmedRangeInSource.isEmpty {
      let finder = MutantFinder(
        in: declaration, of: source, firstSite: sites.count, enumerations: enumerations,
        optionals: optionals)
      finder.find()
      sites += finder.sites
      mutants += finder.mutants
    }
    return MutatedSource(
      file: file, text: source.bytes, sites: sites,
      mutants: named(mutants.sorted { $0.line < $1.line }))
  }

  /// Numbers mutants that would have equal keys.
  static func named(_ mutants: [Mutant]) -> [Mutant] {
    var counts: [String: Int] = [:]
    return mutants.map { mutant in
      counts[mutant.key, default: 0] += 1
      return counts[mutant.key] == 1 ? mutant : mutant.numbered(counts[mutant.key] ?? 1)
    }
  }
}
