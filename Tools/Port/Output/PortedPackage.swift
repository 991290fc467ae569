import Foundation

/// The ported package: its modules, the packages that it depends on, and its files.
struct PortedPackage {
  let modules: [AppModule]
  let decision: PackageDecision
  let folder: OutputFolder
  let reprise: RepriseDependency
  /// The files with substitutes, by their names.
  let substitutes: [String: String]
  private let localization: String?
  /// Whether the app uses the types that the architecture had before version 1.
  private let usesEarlierTypes: Bool
  private let own: Set<String>
  private let files: [(module: Int, path: String, output: String)]
  private let imports: [String: Set<String>]
  private let resources: [Int: [ModuleResource]]
  private let resourceFiles: [String: Data]

  init(
    modules: [AppModule], imports: [String: Set<String>], decision: PackageDecision,
    folder: OutputFolder, reprise: RepriseDependency, substitutes: [String: String],
    localization: String?,
    usesEarlierTypes: Bool
  ) {
    self.usesEarlierTypes = usesEarlierTypes
    self.localization = localization
    self.modules = modules
    self.imports = imports
    self.decision = decision
    self.folder = folder
    self.reprise = reprise
    self.substitutes = substitutes
    own = Set(modules.map(\.name))
    files = modules.enumerated().flatMap { index, module in
      module.sources.map { path in
        let relative =
          path.isWithin(module.folder)
          ? String(path.dropFirst(module.folder.count + 1)) : URL(filePath: path).lastPathComponent
        // A different name, because two paths with one name in a module are a warning.
        let output = "\(Self.folder(of: module))/\(relative.dropLast(".swift".count)).port.swift"
        return (index, path, output)
      }
    }
    var resources: [Int: [ModuleResource]] = [:]
    var resourceFiles: [String: Data] = [:]
    for (index, module) in modules.enumerated() {
      for resource in module.resources {
        let found = Self.files(of: resource, in: module)
        guard !found.isEmpty else { continue }
        resources[index, default: []].append(resource)
        for file in found {
          let data = FileManager.default.contents(atPath: "\(module.folder)/\(file)")
          resourceFiles["\(Self.folder(of: module))/\(file)"] = data
        }
      }
    }
    self.resources = resources
    self.resourceFiles = resourceFiles
  }

  static func folder(of module: AppModule) -> String {
    "\(module.isTest ? "Tests" : "Sources")/\(module.name)"
  }

  /// The app's files by the absolute paths of their copies.
  var origins: [String: String] {
    Dictionary(files.map { ("\(folder.path)/\($0.output)", $0.path) }) { first, _ in first }
  }

  // MARK: Imports

  func isKnown(_ module: String) -> Bool { decision.origin(of: module, own: own) != nil }

  /// Returns the reason why an import is left out; `nil` if it stays.
  func reasonWithout(_ module: String) -> String? {
    if isKnown(module) { return nil }
    if let other = KnownModules.replaced[module] { return "'\(other)' takes its place" }
    if KnownModules.isFramework(module) { return "Linux lacks the framework" }
    return decision.missing[module] ?? "no package has the module"
  }

  /// The reasons why packages and modules are missing, with the modules that import them.
  var missing: [String: String] {
    Dictionary(
      uniqueKeysWithValues: decision.missing.map { name, reason in
        let importers = imports.filter { $0.value.contains(name) }.keys.sorted()
        let list = importers.map { "'\($0)'" }.joined(separator: ", ")
        return (name, importers.isEmpty ? reason : "\(reason); imported by \(list)")
      })
  }

  /// Returns the imports at the end of a file. Apple's frameworks bring Foundation along.
  private func trailingImports(of source: AppSource, in module: AppModule) -> [String] {
    var names = ["Foundation"] + source.partsOfFoundation
    if source.needsSessionKey { names.append("Dependencies") }
    names += source.imports.compactMap { KnownModules.replaced[$0] }.sorted()
    if !substitutes.isEmpty { names.append(Substitutes.module) }
    let isPublic =
      module.settings.upcomingFeatures.contains("InternalImportsByDefault")
      && !module.isTest
    return names.map { isPublic ? "public import \($0)" : "import \($0)" }
  }

  // MARK: Files

  /// Writes the package with cuts, and returns the number of changed files.
  @discardableResult
  func write(_ sources: PortedSources, _ recording: RecordedPackage?) throws(PortError) -> Int {
    var contents = resourceFiles
    for file in files {
      guard let source = sources.sources[file.path] else { continue }
      let module = modules[file.module]
      let text = BlankedText.file(
        source, recording?.types.cuts(of: file.path) ?? sources.cuts[file.path] ?? Cuts(),
        imports: trailingImports(of: source, in: module)
          + (recording?.types.hasWords(file.path) == true ? ["import ComposableArchitecture"] : []))
      contents[file.output] = Data(text.utf8)
    }
    for module in modules where module.isTest {
      let texts = module.sources.compactMap { sources.sources[$0]?.text }
      for (name, text) in Substitutes.files(forTests: texts) {
        contents["\(Self.folder(of: module))/\(name)"] = Data(text.utf8)
      }
    }
    for (name, text) in substitutes {
      contents["Sources/\(Substitutes.module)/\(name)"] = Data(text.utf8)
    }
    contents["Sources/\(Substitutes.module)/OpaqueTypes.swift"] = OpaqueTypes.text(
      for: sources.opaque, in: sources.paths.compactMap { sources.sources[$0] }
    ).map { Data($0.utf8) }
    contents.merge(recording?.files ?? [:]) { $1 }
    contents["Package.swift"] = Data(manifest(recording).text.utf8)
    return try folder.write(contents)
  }

  /// The arguments of the packages in a manifest.
  var packages: [String] {
    reprise.packages(traits: usesEarlierTypes ? ["EarlierTypes"] : [])
      + decision.requirements.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The modules of packages that a module imports and that stay as they are declared.
  func foreignImports(of module: String) -> [String] {
    (imports[module] ?? []).filter { decision.products[$0] != nil }.sorted()
  }

  private func manifest(_ recording: RecordedPackage?) -> PortManifest {
    PortManifest(
      name: "Ported", reprise: reprise.name, packages: packages,
      targets: modules.enumerated().map { index, module in
        PortManifest.Target(
          module: module, path: Self.folder(of: module),
          dependencies: dependencies(of: module, recording),
          resources: resources[index] ?? [])
      },
      localization: localization, hasSubstitutes: !substitutes.isEmpty,
      programs: recording?.targets ?? []
    )
  }

  private func dependencies(
    of module: AppModule, _ recording: RecordedPackage?
  ) -> [String] {
    var found: Set<String> = []
    if recording?.hasWords(in: module) == true {
      found.formUnion(dependency(on: "ComposableArchitecture"))
    }
    for name in imports[module.name] ?? [] where name != module.name {
      let name = isKnown(name) ? name : KnownModules.replaced[name] ?? name
      found.formUnion(dependency(on: name))
    }
    if module.isTest { found.formUnion(dependency(on: "ComposableArchitectureTesting")) }
    if !substitutes.isEmpty { found.insert(Substitutes.module.quoted) }
    return found.sorted()
  }

  /// Returns the module or the product as a dependency of a target.
  func dependency(on module: String) -> [String] {
    switch decision.origin(of: module, own: own) {
    case .ported: [module.quoted]
    case .reprise: [Self.product(module, of: reprise.name)]
    case .compatibility: [Self.product(module, of: reprise.compatibility)]
    case .product(let name, let package): [Self.product(name, of: package)]
    case .system, nil: []
    }
  }

  private static func product(_ name: String, of package: String) -> String {
    ".product(name: \(name.quoted), package: \(package.quoted))"
  }

  private static let onlyForXcode = [
    "icon", "intentdefinition", "metal", "nib", "storyboard", "xcassets", "xcdatamodeld", "xib",
    "xcstrings",
  ]

  private static func files(of resource: ModuleResource, in module: AppModule) -> [String] {
    let path = "\(module.folder)/\(resource.path)"
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    let name = resource.path.hasSuffix("/") ? String(resource.path.dropLast()) : resource.path
    let all =
      isFolder.boolValue ? Folder.files(in: path) { _ in true }.map { "\(name)/\($0)" } : [name]
    return all.filter { file in
      let parts = file.split(separator: "/")
      return !parts.contains { part in onlyForXcode.contains { part.hasSuffix(".\($0)") } }
        && !file.hasSuffix(".swift") && Self.isFile("\(module.folder)/\(file)")
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
