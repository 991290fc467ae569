import Foundation

extension PackageManifest {
  /// The modules and the packages of a manifest in a folder. Other kinds of targets are remarks.
  func project(in folder: String, package: String? = nil) -> AppProject {
    var project = AppProject()
    project.localization = defaultLocalization
    for target in targets {
      switch target.type {
      case "regular", "test", "executable":
        guard let module = module(target, in: folder, package: package, &project) else {
          continue
        }
        // A program's first lines run when it starts. Nothing imports such a module.
        let isProgram = module.sources.contains { $0.hasSuffix("/main.swift") }
        if !isProgram { project.modules.append(module) }
      case "system", "binary", "plugin", "macro":
        project.leaveOut(target.name, because: "it is a \(target.type) target")
      default:
        continue
      }
    }
    project.packages = dependencies.compactMap { reference($0, in: folder) }
    return project
  }

  private func module(
    _ target: Target, in folder: String, package: String?, _ project: inout AppProject
  ) -> AppModule? {
    let base = target.type == "test" ? "Tests" : "Sources"
    let path =
      target.path
      ?? Self.folders(base).map { "\($0)/\(target.name)" }
      .first { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
    guard let path else { return nil }
    let root = URL(filePath: "\(folder)/\(path)").standardized.path
    let isTaken = { (file: String) in
      let isIncluded = target.sources.map { $0.contains { file.isWithin($0) } } ?? true
      return isIncluded && !(target.exclude ?? []).contains { file.isWithin($0) }
    }
    let sources = Folder.files(in: root) { $0.hasSuffix(".swift") && isTaken($0) }
    let foreign = Folder.files(in: root) { AppProject.isForeign($0) && isTaken($0) }
    project.leaveOutForeignFiles(foreign, of: target.name, isWhole: sources.isEmpty)
    guard !sources.isEmpty else { return nil }
    var module = AppModule(
      name: target.name.moduleName, isTest: target.type == "test", folder: root,
      sources: sources.map { "\(root)/\($0)" })
    module.resources = (target.resources ?? []).compactMap { resource in
      resource.rule.keys.first.map { ModuleResource(path: resource.path, rule: $0) }
    }
    module.settings = settings(of: target)
    module.package = package
    return module
  }

  private static func folders(_ base: String) -> [String] {
    base == "Tests"
      ? ["Tests", "Sources", "Source", "src", "srcs"] : [base, "Source", "src", "srcs"]
  }

  private func settings(of target: Target) -> ModuleSettings {
    var settings = ModuleSettings()
    let versions = (swiftLanguageVersions ?? []).map { Version($0) }
    let isSix = versions.max().map { $0 >= Version("6") }
    settings.mode = isSix ?? (Version(toolsVersion._version) >= Version("6")) ? "6" : "5"
    for setting in target.settings ?? [] where setting.tool == "swift" {
      for (kind, value) in setting.kind {
        let text = value["_0"]?.text ?? ""
        switch kind {
        case "enableUpcomingFeature": settings.upcomingFeatures.append(text)
        case "enableExperimentalFeature": settings.experimentalFeatures.append(text)
        case "define": settings.defines.append(text)
        case "swiftLanguageMode", "swiftLanguageVersion":
          settings.mode = Version(text) >= Version("6") ? "6" : "5"
        case "defaultIsolation": settings.isMainActorDefault = text == "MainActor"
        default: continue
        }
      }
    }
    return settings
  }

  private func reference(_ value: [String: JSONValue], in folder: String) -> PackageReference? {
    if let local = value["fileSystem"]?[0], let path = local["path"]?.text {
      return PackageReference(location: path, requirement: .local)
    }
    guard let remote = value["sourceControl"]?[0], let requirement = remote["requirement"],
      let location = remote["location"],
      let url = location["remote"]?[0]?["urlString"]?.text ?? location["local"]?[0]?.text
    else { return nil }
    let range = requirement["range"]?[0]
    return PackageReference(
      location: url,
      requirement: requirement["branch"]?[0]?.text.map { .branch($0) }
        ?? requirement["revision"]?[0]?.text.map { .revision($0) }
        ?? requirement["exact"]?[0]?.text.map { .exact($0) }
        ?? .range(
          from: range?["lowerBound"]?.text ?? "0.0.0",
          to: range?["upperBound"]?.text ?? "1000.0.0"))
  }
}

extension String {
  /// Whether the path is that of a file or a folder, or within the folder.
  func isWithin(_ folder: String) -> Bool {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return self == folder || folder == "." || folder.isEmpty || hasPrefix(folder + "/")
  }
}
