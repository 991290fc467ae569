import Foundation

/// The package of Reprise that a port depends on, and its companion `Compatibility`.
package enum RepriseDependency: Equatable, Sendable {
  case folder(String)
  /// The repository of a release, and its version.
  case release(url: String, version: String)

  /// Returns the folder of an option. By default, returns the release that a program is a build of,
  /// or the folder that it was built in if that has no release.
  static func find(
    _ folder: String?, program: String, log: String
  ) throws(PortError) -> RepriseDependency {
    if let folder {
      guard isReprise(folder) else { throw .noReprise(folder) }
      return .folder(folder)
    }
    var url = URL(filePath: program).standardized.resolvingSymlinksInPath()
    while url.path != "/" {
      url.deleteLastPathComponent()
      if isReprise(url.path) {
        return try release(of: url.path, log: log) ?? .folder(url.path)
      }
    }
    throw .unknownReprise(program)
  }

  private static func isReprise(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/Compatibility/Package.swift")
  }

  /// Returns the release of a clone, if the current commit has its tag and the origin is remote.
  private static func release(
    of folder: String, log: String
  ) throws(PortError) -> RepriseDependency? {
    // Without a repository of its own, the folder may be a part of a different one.
    guard FileManager.default.fileExists(atPath: "\(folder)/.git") else { return nil }
    let git = ["git", "-C", folder]
    let origin = try ToolRun(git + ["config", "--get", "remote.origin.url"], log: log)
    let tags = try ToolRun(git + ["tag", "--points-at", "HEAD"], log: log)
    let url = origin.output.split(separator: "\n").first.map(String.init) ?? ""
    let version = tags.output.matches(of: /(?m)^v(\d+\.\d+\.\d+)$/).map { Version(String($0.1)) }
      .max()
    // A path is only known on this machine.
    guard let version, url.contains(/^(https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/) else { return nil }
    // A clone in CI may have a token in its address.
    let address = url.replacing(/^(https?:\/\/)[^\/@]*@/) { $0.1 }
    return .release(url: address, version: version.text)
  }

  /// Returns what tells two states of the sources in a folder apart, as its repository knows them.
  package func revision(log: String) throws(PortError) -> String {
    guard case .folder(let path) = self, FileManager.default.fileExists(atPath: "\(path)/.git")
    else { return "" }
    let git = ["git", "-C", path]
    let sources = ["--", "Core", "Compatibility"]
    return try ToolRun(git + ["ls-tree", "HEAD"] + sources, log: log).output
      + ToolRun(git + ["diff", "HEAD"] + sources, log: log).output
  }

  /// The name that declares the products of Reprise.
  var name: String {
    switch self {
    case .folder: "reprise"
    case .release(let url, _): PackageReference.identity(of: url)
    }
  }

  /// The name that declares the products of `Compatibility`.
  var compatibility: String {
    switch self {
    case .folder: "Compatibility"
    case .release: "\(name)-compatibility"
    }
  }

  /// Returns both packages with some traits of Reprise, as arguments of `package(…)`.
  func packages(traits: [String]) -> [String] {
    let list = traits.isEmpty ? "" : ", traits: [\(traits.map(\.quoted).joined(separator: ", "))]"
    switch self {
    case .folder(let path):
      return [
        "name: \(name.quoted), path: \(path.quoted)\(list)",
        "name: \(compatibility.quoted), path: \("\(path)/Compatibility".quoted)",
      ]
    case .release(let url, let version):
      let isLong = url.hasSuffix(".git")
      let other = isLong ? "\(url.dropLast(4))-compatibility.git" : "\(url)-compatibility"
      return [
        "url: \(url.quoted), exact: \(version.quoted)\(list)",
        "url: \(other.quoted), exact: \(version.quoted)",
      ]
    }
  }
}

extension RepriseDependency: CustomStringConvertible {
  package var description: String {
    switch self {
    case .folder(let path): "Reprise in '\(path)'"
    case .release(let url, let version):
      "Reprise \(version) of '\(url)'; '--reprise FOLDER' makes it depend on a folder"
    }
  }
}
