/// The modules of an app and the packages that it depends on, as its manifests and its projects
/// declare them.
package struct AppProject: Equatable {
  package var modules: [AppModule] = []
  var packages: [PackageReference] = []
  /// The versions that the app has been built with, by identity.
  var pins: [String: Pin] = [:]
  /// The language of resources that a manifest names.
  var localization: String?
  /// Parts of the project that were not read.
  var remarks: [String] = []
  /// The reasons why modules of the project are left out.
  private(set) var leftOut: [String: String] = [:]

  /// Adds another project. Of two modules with the same name, the first one stays.
  mutating func add(_ other: AppProject) {
    for module in other.modules {
      if modules.contains(where: { $0.name == module.name }) {
        remarks.append("the module '\(module.name)' is declared twice; the first one was taken")
      } else {
        modules.append(module)
      }
    }
    for package in other.packages
    where !packages.contains(where: { $0.identity == package.identity }) {
      packages.append(package)
    }
    localization = localization ?? other.localization
    pins.merge(other.pins) { first, _ in first }
    remarks += other.remarks
    leftOut.merge(other.leftOut) { first, _ in first }
  }

  /// Gives each module that has the name of a module of Reprise a different one. Returns the new
  /// names by the old ones.
  mutating func renameModules() -> [String: String] {
    var names: [String: String] = [:]
    for index in modules.indices where KnownModules.isTaken(modules[index].name) {
      let old = modules[index].name
      modules[index].name = "App\(old)"
      names[old] = modules[index].name
      remarks.append("the module '\(old)' has the name 'App\(old)', since Reprise has a '\(old)'")
    }
    return names
  }

  /// Leaves out a target, and keeps the reason for those that import it.
  mutating func leaveOut(_ target: String, because reason: String) {
    remarks.append("the target '\(target)' is left out: \(reason)")
    leftOut[target.moduleName] = reason
  }

  /// Leaves out a target, or the part of it, that is in other languages than Swift.
  mutating func leaveOutForeignFiles(_ files: [String], of target: String, isWhole: Bool) {
    guard let first = files.sorted().first else { return }
    let remedy = "declare what the app uses of it in a file for '--substitutes'"
    if isWhole {
      leaveOut(target, because: "it is in C or Objective-C; \(remedy)")
    } else {
      let name = first.split(separator: "/").last ?? ""
      remarks.append(
        "files of '\(target)' in C or Objective-C are left out, such as '\(name)'; \(remedy)")
    }
  }

  /// Whether a file is in C, C++ or Objective-C.
  static func isForeign(_ path: String) -> Bool {
    ["c", "cc", "cpp", "cxx", "m", "mm"].contains { path.hasSuffix(".\($0)") }
  }
}

/// A module: the sources of a target, and how the compiler reads them.
package struct AppModule: Equatable {
  package fileprivate(set) var name: String
  package let isTest: Bool
  /// The folder that contains the sources, to which the paths in the ported package are relative.
  var folder: String
  /// The absolute paths of the Swift files, sorted.
  package var sources: [String]
  var resources: [ModuleResource] = []
  var settings = ModuleSettings()
  /// The identity of the package that the module was taken from; `nil` for the app's own modules.
  var package: String?

  package init(name: String, isTest: Bool, folder: String, sources: [String]) {
    (self.name, self.isTest, self.folder, self.sources) = (name, isTest, folder, sources)
  }
}

/// A file or a folder that a package bundles with a module.
package struct ModuleResource: Equatable {
  /// The path relative to the folder of the module.
  let path: String
  /// The rule in a manifest: `process`, `copy` or `embedInCode`.
  let rule: String
}

/// The settings with which the compiler reads a module.
package struct ModuleSettings: Equatable {
  /// The language mode, `5` or `6`.
  var mode = "5"
  var upcomingFeatures: [String] = []
  var experimentalFeatures: [String] = []
  var defines: [String] = []
  var isMainActorDefault = false
}

/// A package that the app depends on.
struct PackageReference: Equatable {
  enum Requirement: Equatable {
    case range(from: String, to: String)
    case exact(String)
    case branch(String)
    case revision(String)
    /// A folder on this machine.
    case local
  }

  let identity: String
  /// The URL, or the absolute path of a local package.
  let location: String
  let requirement: Requirement

  init(location: String, requirement: Requirement) {
    self.location = location
    self.requirement = requirement
    identity = Self.identity(of: location)
  }

  /// Returns the identity of a package, as the package manager derives it from the location.
  static func identity(of location: String) -> String {
    var name = location.split(separator: "/").last.map(String.init) ?? location
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.lowercased()
  }
}

/// A version of a package that a file named `Package.resolved` fixes.
struct Pin: Equatable {
  let location: String
  let revision: String
  let version: String?
}
