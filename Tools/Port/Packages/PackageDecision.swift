import Foundation

/// Where a module comes from that the app imports.
enum ModuleOrigin: Equatable {
  /// A module that is ported: the app's own, or from a package that does not build on Linux.
  case ported
  case reprise
  case compatibility
  /// A product of a package that builds on Linux as it is.
  case product(String, package: String)
  case system
}

/// The packages of an app, decided one by one: they become modules of `Compatibility`, stay as they
/// are declared, are ported with the app, or are missing.
struct PackageDecision {
  /// The modules of packages that are ported with the app.
  private(set) var modules: [AppModule] = []
  /// The products that stay, by the module that is imported.
  private(set) var products: [String: (name: String, package: String)] = [:]
  /// The requirements of the packages that stay, by identity.
  private(set) var requirements: [String: String] = [:]
  /// The reasons why packages or modules cannot be had.
  private(set) var missing: [String: String] = [:]

  private let finder: PackageFolder
  private let scratch: String
  private let unbuildable: Set<String>
  private var known: [String: Result<Candidate, PortError>] = [:]
  private var references: [PackageReference]

  private struct Candidate {
    let reference: PackageReference
    let manifest: PackageManifest
    let project: AppProject
  }

  /// Decides on the packages that the modules of a project import. The packages in `unbuildable`
  /// were found not to build as they are.
  init(
    for project: AppProject, imports: [String: Set<String>], finder: PackageFolder, scratch: String,
    unbuildable: Set<String> = []
  ) throws(PortError) {
    self.finder = finder
    self.scratch = scratch
    self.unbuildable = unbuildable
    references = project.packages
    let own = Set(project.modules.map(\.name))
    var queue = imports.values.reduce(into: Set()) { $0.formUnion($1) }.sorted()
    var seen = own
    while let name = queue.popLast() {
      guard seen.insert(name).inserted, Self.isForeign(name) else { continue }
      guard let candidate = try provider(of: name) else {
        if !KnownModules.isFramework(name) {
          missing[name] =
            missing[name] ?? project.leftOut[name] ?? "no package that could be read has it"
        }
        continue
      }
      missing[name] = nil
      if try staysAsDeclared(candidate, []) {
        try keep(name, of: candidate)
      } else if let module = candidate.project.modules.first(where: { $0.name == name }) {
        modules.append(module)
        for path in module.sources {
          queue += try AppSource.read(path).imports.subtracting(seen).sorted()
        }
      }
    }
    modules.sort { $0.name < $1.name }
  }

  func origin(of module: String, own: Set<String>) -> ModuleOrigin? {
    if own.contains(module) || modules.contains(where: { $0.name == module }) { return .ported }
    if KnownModules.reprise.contains(module) { return .reprise }
    if KnownModules.compatibility.contains(module) { return .compatibility }
    if let product = products[module] { return .product(product.name, package: product.package) }
    return KnownModules.system.contains(module) ? .system : nil
  }

  private static func isForeign(_ module: String) -> Bool {
    !KnownModules.isAvailable(module) && KnownModules.replaced[module] == nil
      && !KnownModules.isFramework(module)
  }

  // MARK: Candidates

  /// Returns the package that has a module, among the packages of the app and those that it needs.
  private mutating func provider(of module: String) throws(PortError) -> Candidate? {
    var index = 0
    while index < references.count {
      if let candidate = candidate(references[index]),
        candidate.manifest.targets.contains(where: {
          $0.name.moduleName == module && $0.type != "test"
        })
      {
        return candidate
      }
      index += 1
    }
    return nil
  }

  private mutating func candidate(_ reference: PackageReference) -> Candidate? {
    guard !KnownModules.replacedPackages.contains(reference.identity) else { return nil }
    if known[reference.identity] == nil {
      let result = read(reference)
      known[reference.identity] = result
      switch result {
      case .failure(let error): missing[reference.identity] = "\(error)"
      case .success(let candidate):
        for other in candidate.project.packages
        where !references.contains(where: { $0.identity == other.identity }) {
          references.append(other)
        }
      }
    }
    return try? known[reference.identity]?.get()
  }

  private func read(_ reference: PackageReference) -> Result<Candidate, PortError> {
    do throws(PortError) {
      let folder = try finder.folder(of: reference)
      let manifest = try PackageManifest.read(folder, scratch: scratch)
      let project = manifest.project(in: folder, package: reference.identity)
      return .success(Candidate(reference: reference, manifest: manifest, project: project))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Staying

  /// Whether the package and the packages that it needs build on Linux, as far as their imports
  /// show. A package that needs a module of the architecture would bring it in twice.
  private mutating func staysAsDeclared(
    _ candidate: Candidate, _ path: Set<String>
  ) throws(PortError) -> Bool {
    let identity = candidate.reference.identity
    guard !unbuildable.contains(identity), !path.contains(identity) else { return false }
    let own = Set(candidate.manifest.targets.map(\.name.moduleName))
    var available = own
    for reference in candidate.project.packages {
      if KnownModules.replacedPackages.contains(reference.identity) { return false }
      guard let other = self.candidate(reference) else { continue }
      guard try staysAsDeclared(other, path.union([identity])) else { return false }
      available.formUnion(other.manifest.targets.map(\.name.moduleName))
    }
    for module in candidate.project.modules where !module.isTest {
      for file in module.sources {
        // Sources of later versions of the language may not parse.
        guard let source = try? AppSource.read(file) else { return false }
        let imports = source.imports(in: source.regions { available.contains($0) })
        guard imports.allSatisfy({ available.contains($0) || KnownModules.system.contains($0) })
        else { return false }
      }
    }
    return true
  }

  private mutating func keep(_ module: String, of candidate: Candidate) throws(PortError) {
    let product = candidate.manifest.products.first { product in
      product.targets.contains { $0.moduleName == module }
    }
    guard let product else {
      missing[module] = "no product of '\(candidate.reference.identity)' has this module"
      return
    }
    products[module] = (product.name, candidate.reference.identity)
    requirements[candidate.reference.identity] = try finder.requirement(of: candidate.reference)
  }
}
