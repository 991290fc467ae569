import Foundation

/// The targets of an Xcode project, read from its file `project.pbxproj`.
struct XcodeProject {
  private let objects: [String: JSONValue]
  private let root: JSONValue
  /// The folder that contains the project.
  private let folder: String
  private let parents: [String: String]

  /// Reads a project; `path` is a folder with the extension `xcodeproj`.
  init(at path: String) throws(PortError) {
    let file = path + "/project.pbxproj"
    guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable(file) }
    guard let list = try? PropertyListDecoder().decode(JSONValue.self, from: data),
      case .object(let objects) = list["objects"], let root = list["rootObject"]?.text,
      let project = objects[root]
    else { throw .notAProject(file) }
    self.objects = objects
    self.root = project
    folder = URL(filePath: path).deletingLastPathComponent().path
    var parents: [String: String] = [:]
    for (id, object) in objects {
      for child in object["children"]?.texts ?? [] { parents[child] = id }
    }
    self.parents = parents
  }

  /// The project's modules and packages. UI tests need a device, and are left out.
  var project: AppProject {
    var result = AppProject()
    for id in root["targets"]?.texts ?? [] {
      guard let target = objects[id], let name = target["name"]?.text else { continue }
      let type = target["productType"]?.text?.split(separator: ".").last.map(String.init) ?? ""
      if type == "ui-testing" {
        result.remarks.append("the UI tests '\(name)' need a device, and are left out")
        continue
      }
      let files = files(of: target, id)
      let sources = files.filter { $0.hasSuffix(".swift") }
      result.leaveOutForeignFiles(
        files.filter(AppProject.isForeign), of: name, isWhole: sources.isEmpty)
      guard !sources.isEmpty else { continue }
      let settings = settings(of: target)
      let module = settings["PRODUCT_MODULE_NAME"].flatMap { $0.contains("$") ? nil : $0 } ?? name
      var read = AppModule(
        name: module.moduleName, isTest: type == "unit-test", folder: commonFolder(of: sources),
        sources: sources)
      read.settings = ModuleSettings(xcode: settings)
      result.modules.append(read)
    }
    for file in configurationFiles {
      result.remarks.append(
        "the settings in '\(file)' are not read; if they set SWIFT_VERSION, upcoming features or "
          + "conditions, set those in the project")
    }
    result.packages = (root["packageReferences"]?.texts ?? []).compactMap(package)
    return result
  }

  // MARK: Sources

  /// Returns the files that a target compiles.
  private func files(of target: JSONValue, _ id: String) -> [String] {
    let phases = (target["buildPhases"]?.texts ?? []).compactMap { objects[$0] }
    let files = phases.filter { $0["isa"]?.text == "PBXSourcesBuildPhase" }
      .flatMap { $0["files"]?.texts ?? [] }
      .compactMap { objects[$0]?["fileRef"]?.text }.map(path)
    let groups = (target["fileSystemSynchronizedGroups"]?.texts ?? []).flatMap { group in
      synchronized(group, target: id)
    }
    return Set(files + groups).filter { FileManager.default.fileExists(atPath: $0) }.sorted()
  }

  /// Returns the files of a folder that belongs to a target as a whole, without its exceptions.
  private func synchronized(_ group: String, target: String) -> [String] {
    let folder = path(of: group)
    let exceptions = (objects[group]?["exceptions"]?.texts ?? []).compactMap { objects[$0] }
      .filter { $0["target"]?.text == target }
      .flatMap { $0["membershipExceptions"]?.texts ?? [] }
    return Folder.files(in: folder) { $0.hasSuffix(".swift") || AppProject.isForeign($0) }
      .filter { file in
        !exceptions.contains { file == $0 || file.hasPrefix($0 + "/") }
      }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the absolute path of a file or a group.
  private func path(of id: String) -> String {
    guard let object = objects[id] else { return folder }
    let own = object["path"]?.text
    switch object["sourceTree"]?.text {
    case "<absolute>": return own ?? folder
    case "SOURCE_ROOT": return "\(folder)/\(own ?? "")"
    default:
      let parent = parents[id].map(path) ?? folder
      return own.map { URL(filePath: "\(parent)/\($0)").standardized.path } ?? parent
    }
  }

  private func commonFolder(of files: [String]) -> String {
    let folders = files.map { $0.split(separator: "/").dropLast() }
    guard var common = folders.first else { return folder }
    for folder in folders {
      common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
    }
    return "/" + common.joined(separator: "/")
  }

  // MARK: Settings

  /// Returns the settings of the project and of a target, of the configuration for debugging.
  private func settings(of target: JSONValue) -> [String: String] {
    var settings: [String: String] = [:]
    for owner in [root, target] {
      guard case .object(let entries) = configuration(of: owner)?["buildSettings"] else { continue }
      for (key, value) in entries {
        settings[key] = value.text ?? value.texts.joined(separator: " ")
      }
    }
    return settings
  }

  /// Returns the configuration for debugging of the project or of a target.
  private func configuration(of owner: JSONValue) -> JSONValue? {
    let list = owner["buildConfigurationList"]?.text.flatMap { objects[$0] }
    let all = (list?["buildConfigurations"]?.texts ?? []).compactMap { objects[$0] }
    return all.first { $0["name"]?.text == "Debug" } ?? all.first
  }

  /// The names of the files with settings of the project and its targets.
  private var configurationFiles: [String] {
    let owners = [root] + (root["targets"]?.texts ?? []).compactMap { objects[$0] }
    let files = owners.compactMap(configuration).compactMap { configuration in
      let file = configuration["baseConfigurationReference"]?.text.flatMap { objects[$0] }
      return file?["path"]?.text ?? configuration["baseConfigurationReferenceRelativePath"]?.text
    }
    return Set(files).sorted()
  }

  // MARK: Packages

  private func package(_ id: String) -> PackageReference? {
    guard let object = objects[id] else { return nil }
    if let path = object["relativePath"]?.text {
      return PackageReference(
        location: URL(filePath: "\(folder)/\(path)").standardized.path, requirement: .local)
    }
    guard let url = object["repositoryURL"]?.text, let requirement = object["requirement"] else {
      return nil
    }
    let minimum = requirement["minimumVersion"]?.text ?? "0.0.0"
    let declared: PackageReference.Requirement =
      switch requirement["kind"]?.text {
      case "branch": .branch(requirement["branch"]?.text ?? "main")
      case "revision": .revision(requirement["revision"]?.text ?? "")
      case "exactVersion": .exact(requirement["version"]?.text ?? minimum)
      case "versionRange":
        .range(from: minimum, to: requirement["maximumVersion"]?.text ?? minimum)
      case "upToNextMinorVersion": .range(from: minimum, to: Version(minimum).nextMinor.text)
      default: .range(from: minimum, to: Version(minimum).nextMajor.text)
      }
    return PackageReference(location: url, requirement: declared)
  }
}

extension ModuleSettings {
  fileprivate init(xcode settings: [String: String]) {
    mode = (settings["SWIFT_VERSION"] ?? "5").hasPrefix("6") ? "6" : "5"
    isMainActorDefault = settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor"
    defines = (settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"] ?? "").split(separator: " ")
      .map(String.init).filter { $0 != "DEBUG" && !$0.contains("$") }
    let prefix = "SWIFT_UPCOMING_FEATURE_"
    upcomingFeatures = settings.filter { $0.key.hasPrefix(prefix) && $0.value == "YES" }.keys
      .map { key in
        key.dropFirst(prefix.count).split(separator: "_").map(\.capitalized).joined()
      }
      .filter(Self.knownFeatures.contains).sorted()
    if settings["SWIFT_APPROACHABLE_CONCURRENCY"] == "YES" {
      upcomingFeatures += ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"]
    }
  }

  private static let knownFeatures: Set = [
    "ExistentialAny", "InferIsolatedConformances", "InternalImportsByDefault",
    "MemberImportVisibility", "NonisolatedNonsendingByDefault",
  ]
}

extension String {
  /// The name of the module that Xcode derives from the name of a product.
  var moduleName: String {
    let name = String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name : name
  }
}
