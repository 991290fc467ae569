import Foundation
import SwiftSyntax

/// A run of the program, from the folder of an app to a package that builds on Linux.
package struct AppPort {
  let options: PortOptions
  /// The path of this program.
  let program: String
  /// Reports the progress.
  let show: @Sendable (String) -> Void

  package init(
    _ options: PortOptions, program: String = CommandLine.arguments[0],
    show: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.options = options
    self.program = program
    self.show = show
  }

  private var folder: String { Self.absolute(options.folder) }
  private var source: String { Self.absolute(options.source) }
  private var logs: String { "\(folder)/.build/port" }
  private var scratch: String { options.scratch.map(Self.absolute) ?? "\(folder)/.build" }

  private static func absolute(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    let url = path.hasPrefix("/") ? URL(filePath: path) : URL(filePath: "\(folder)/\(path)")
    let text = url.standardized.path
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  package func run() throws(PortError) -> PortReport {
    let start = Date()
    guard Folder.exists(source) else { throw .noFolder(source) }
    let output = try OutputFolder(folder, source: source)
    let reprise = try RepriseDependency.find(
      options.reprise.map(Self.absolute), program: program, log: "\(logs)/git.log")
    show("the package depends on \(reprise)")
    let reader = ProjectReader(
      source: source, scratch: logs, excluded: options.excluded.map { Pattern($0) })
    var project = try reader.project()
    try select(&project)
    let newNames = project.renameModules()
    var own = try read(project.modules)
    if !newNames.isEmpty {
      let types = DeclaredNames(own)
      own = own.map { $0.renaming(newNames, types: types) }
    }
    guard own.contains(where: { $0.imports.contains(where: KnownModules.isArchitecture) }) else {
      throw .noArchitecture(source)
    }
    let earlier = PortState.read(folder)
    var unbuildable = Set(earlier?.unbuildable ?? [])
    while true {
      let decision = try PackageDecision(
        for: project, imports: imports(of: project.modules, own),
        finder: PackageFolder(clones: "\(folder)/.build/app-packages", pins: project.pins),
        scratch: logs, unbuildable: unbuildable)
      let foreign = try read(decision.modules)
      let modules = project.modules + decision.modules
      let package = PortedPackage(
        modules: modules, imports: imports(of: modules, own + foreign), decision: decision,
        folder: output, reprise: reprise, substitutes: try substitutes(for: own + foreign),
        localization: project.localization,
        usesEarlierTypes: (own + foreign).contains(where: \.usesEarlierTypes))
      var work = PortWork(
        package: package, sources: own + foreign, options: options, scratch: scratch, logs: logs,
        show: show)
      let end = try work.run(after: earlier, unbuildable: unbuildable)
      if case .packageFault(let identity) = end, unbuildable.insert(identity).inserted {
        show("the package '\(identity)' doesn't build on Linux; porting it with the app")
        continue
      }
      return PortReport(
        project: project, package: package, work: work, end: end,
        seconds: Date().timeIntervalSince(start))
    }
  }

  // MARK: Sources

  private func read(_ modules: [AppModule]) throws(PortError) -> [AppSource] {
    var sources: [AppSource] = []
    var seen: Set<String> = []
    for module in modules {
      let conditions = Set(module.settings.defines)
      var own: [AppSource] = []
      for path in module.sources where seen.insert(path).inserted {
        own.append(try AppSource.read(path, conditions: conditions))
      }
      var declared = own.reduce(into: Set()) { $0.formUnion($1.declarations) }
      sources += own.map { $0.compilingFeatures(in: &declared).replacingBundles() }
    }
    return sources
  }

  private func imports(of modules: [AppModule], _ sources: [AppSource]) -> [String: Set<String>] {
    let byPath = Dictionary(sources.map { ($0.path, $0.imports) }) { first, _ in first }
    let pairs = modules.map { module in
      (module.name, module.sources.reduce(into: Set()) { $0.formUnion(byPath[$1] ?? []) })
    }
    return Dictionary(pairs) { $0.union($1) }
  }

  /// Keeps the modules of `--module`, those that they import, and their tests.
  private func select(_ project: inout AppProject) throws(PortError) {
    guard !options.modules.isEmpty else { return }
    let names = project.modules.map(\.name)
    if let unknown = options.modules.first(where: { !names.contains($0) }) {
      throw .noModule(unknown, known: names.sorted())
    }
    let imports = imports(of: project.modules, try read(project.modules))
    var taken = Set(options.modules)
    var queue = options.modules
    while let name = queue.popLast() {
      for other in imports[name] ?? [] where names.contains(other) {
        if taken.insert(other).inserted { queue.append(other) }
      }
    }
    let chosen = Set(options.modules)
    project.modules.removeAll { module in
      let needed = (imports[module.name] ?? []).intersection(names)
      let isTestOfIt =
        module.isTest && !needed.isDisjoint(with: chosen) && needed.isSubset(of: taken)
      return !taken.contains(module.name) && !isTestOfIt
    }
  }

  private func substitutes(for sources: [AppSource]) throws(PortError) -> [String: String] {
    let names = DeclaredNames(sources)
    var mentioned: Set<String> = []
    for source in sources {
      for token in source.tree.tokens(viewMode: .sourceAccurate) {
        if case .identifier(let name) = token.tokenKind { mentioned.insert(name) }
      }
    }
    var files: [String: String] = [:]
    var own: Set<String> = []
    for path in options.substitutes.map(Self.absolute) {
      let source = try AppSource.read(path)
      own.formUnion(DeclaredNames([source]).all)
      files[URL(filePath: path).lastPathComponent] = source.text
    }
    files["Substitutes.swift"] = Substitutes.text(
      for: mentioned, declared: names.topLevel.union(own))
    files["URLs.swift"] = Substitutes.urls
    files["LeftOut.swift"] = Substitutes.leftOut
    return files
  }
}
