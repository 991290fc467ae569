import Foundation
import Platform

/// Reads the packages and the Xcode projects in a folder; without any, its subfolders are modules.
struct ProjectReader {
  let source: String
  /// The folder for files of the package manager.
  let scratch: String
  let excluded: [Pattern]

  func project() throws(PortError) -> AppProject {
    let files = Folder.files(in: source) { path in
      (path.hasSuffix(".swift") || path.hasSuffix(".xcodeproj")
        || path.hasSuffix("Package.resolved")) && !isExcluded(path)
    }
    guard files.contains(where: { $0.hasSuffix(".swift") }) else { throw .noSwift(source) }

    var project = AppProject()
    for path in files.filter({ "/\($0)".hasSuffix("/Package.swift") }).sorted(by: Self.isOuter) {
      let folder = URL(filePath: "\(source)/\(path)").deletingLastPathComponent().path
      guard try declaresTargets("\(source)/\(path)") else { continue }
      let manifest = try PackageManifest.read(folder, scratch: scratch)
      project.add(manifest.project(in: folder))
    }
    for path in files.filter({ $0.hasSuffix(".xcodeproj") }).sorted(by: Self.isOuter) {
      // Xcode leaves folders of projects behind that were moved.
      guard FileManager.default.fileExists(atPath: "\(source)/\(path)/project.pbxproj") else {
        project.remarks.append("'\(path)' has no project")
        continue
      }
      project.add(try XcodeProject(at: "\(source)/\(path)").project)
    }
    if project.modules.isEmpty { project.modules = foldersAsModules(files) }
    // Xcode builds the app with the versions of its workspace, and not with those of a package.
    let resolved = files.filter { $0.hasSuffix("Package.resolved") }.sorted(by: Self.isOuter)
    let isOfXcode = { (path: String) in path.contains(".xcworkspace/") }
    for path in resolved.filter(isOfXcode) + resolved.filter({ !isOfXcode($0) }) {
      project.pins.merge(Pin.read("\(source)/\(path)")) { first, _ in first }
    }
    project.removeFiles { isExcluded(relative($0)) }
    return project
  }

  private static func isOuter(_ one: String, _ other: String) -> Bool {
    let depths = (one.split(separator: "/").count, other.split(separator: "/").count)
    return (depths.0, one) < (depths.1, other)
  }

  private func isExcluded(_ path: String) -> Bool { excluded.contains { $0.matches(path) } }

  private func relative(_ path: String) -> String {
    path.isWithin(source) ? String(path.dropFirst(source.count + 1)) : path
  }

  /// Whether a manifest declares targets. Xcode shows folders with an empty one differently.
  private func declaresTargets(_ path: String) throws(PortError) -> Bool {
    let text = try call { try String(contentsOfFile: path, encoding: .utf8) }
    return text.contains("arget(")
  }

  /// Returns a module for each folder with sources, for projects that a program generates.
  private func foldersAsModules(_ files: [String]) -> [AppModule] {
    let sources = files.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Package.swift") }
    let groups = Dictionary(grouping: sources) { path in
      path.contains("/") ? String(path.split(separator: "/")[0]) : ""
    }
    return groups.sorted { $0.key < $1.key }.compactMap { name, files in
      guard !name.hasSuffix("UITests") else { return nil }
      let module = name.isEmpty ? URL(filePath: source).lastPathComponent : name
      return AppModule(
        name: module.moduleName, isTest: module.hasSuffix("Tests"),
        folder: name.isEmpty ? source : "\(source)/\(name)",
        sources: files.map { "\(source)/\($0)" })
    }
  }
}

extension AppProject {
  mutating func removeFiles(where isRemoved: (String) -> Bool) {
    for index in modules.indices { modules[index].sources.removeAll(where: isRemoved) }
    modules.removeAll { $0.sources.isEmpty }
  }
}

extension Pin {
  /// Returns the pins of a file, by identity.
  static func read(_ path: String) -> [String: Pin] {
    guard let data = FileManager.default.contents(atPath: path),
      let value = try? JSONDecoder().decode(JSONValue.self, from: data),
      case .list(let pins) = value["pins"] ?? value["object"]?["pins"]
    else { return [:] }
    let found = pins.compactMap { pin -> (String, Pin)? in
      guard let location = (pin["location"] ?? pin["repositoryURL"])?.text,
        let revision = pin["state"]?["revision"]?.text
      else { return nil }
      let version = pin["state"]?["version"]?.text
      return (
        PackageReference.identity(of: location),
        Pin(location: location, revision: revision, version: version)
      )
    }
    return Dictionary(found) { first, _ in first }
  }
}

/// A pattern of paths. It matches a path, a folder that contains it, or a name in it.
package struct Pattern: Sendable {
  private let pattern: WildcardPattern

  package init(_ text: String) { pattern = WildcardPattern(text) }

  package func matches(_ path: String) -> Bool {
    let folders = path.split(separator: "/")
    return folders.indices.contains { index in
      pattern.matches(folders[...index].joined(separator: "/"))
        || pattern.matches(String(folders[index]))
    }
  }
}
