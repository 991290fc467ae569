import Foundation

/// Finds the sources of a package that the app depends on: on this machine, or by cloning it.
struct PackageFolder {
  /// The folder for clones.
  let clones: String
  let pins: [String: Pin]

  /// Returns the folder of a package in the version that the app was built with.
  func folder(of package: PackageReference) throws(PortError) -> String {
    if package.requirement == .local { return package.location }
    let folder = "\(clones)/\(package.identity)"
    let revision = try revision(of: package)
    let stamp = "\(clones)/\(package.identity).revision"
    if (try? String(contentsOfFile: stamp, encoding: .utf8)) == revision { return folder }
    try call {
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(atPath: clones, withIntermediateDirectories: true)
    }
    try git(["clone", "--quiet", "--no-checkout", location(of: package), folder], for: package)
    do throws(PortError) {
      try git(["-C", folder, "checkout", "--quiet", "--detach", revision], for: package)
    } catch {
      // A pinned commit of a branch may be gone from the repository.
      guard case .branch(let name) = package.requirement else { throw error }
      try git(["-C", folder, "checkout", "--quiet", "--detach", "origin/\(name)"], for: package)
    }
    try call { try Data(revision.utf8).write(to: URL(filePath: stamp)) }
    return folder
  }

  /// Returns the requirement of the package for a manifest: its pin, or else its declaration.
  func requirement(of package: PackageReference) throws(PortError) -> String {
    if package.requirement == .local { return "path: \(package.location.quoted)" }
    let url = "url: \(location(of: package).quoted)"
    guard let pin = pins[package.identity] else {
      return "\(url), \(try declared(package.requirement))"
    }
    return "\(url), " + (pin.version.map { "exact: \"\($0)\"" } ?? "revision: \"\(pin.revision)\"")
  }

  private func declared(_ requirement: PackageReference.Requirement) throws(PortError) -> String {
    switch requirement {
    case .range(let from, let to): "\"\(from)\"..<\"\(to)\""
    case .exact(let version): "exact: \"\(version)\""
    case .branch(let name): "branch: \"\(name)\""
    case .revision(let text): "revision: \"\(text)\""
    case .local: ""
    }
  }

  private func location(of package: PackageReference) -> String {
    pins[package.identity]?.location ?? package.location
  }

  /// Returns a commit, a tag or a branch of the remote repository.
  private func revision(of package: PackageReference) throws(PortError) -> String {
    if let pin = pins[package.identity] { return pin.revision }
    switch package.requirement {
    case .branch(let name): return "origin/\(name)"
    case .revision(let text): return text
    case .local: return ""
    case .exact(let version): return try newest(package, from: version, below: nil)
    case .range(let from, let to): return try newest(package, from: from, below: to)
    }
  }

  private func newest(
    _ package: PackageReference, from: String, below end: String?
  ) throws(PortError) -> String {
    let output = try git(["ls-remote", "--tags", "--refs", package.location], for: package)
    let tags = output.split(separator: "\n").compactMap {
      $0.split(separator: "/").last.map(String.init)
    }
    let versions = tags.compactMap { tag in Version(tag: tag).map { (tag, $0) } }
    let found = versions.filter { tag, version in
      end.map { version >= Version(from) && version < Version($0) } ?? (version == Version(from))
    }
    guard let newest = found.max(by: { $0.1 < $1.1 }) else {
      throw .system("'\(package.location)' has no version from \(from)")
    }
    return newest.0
  }

  @discardableResult
  private func git(
    _ arguments: [String], for package: PackageReference
  ) throws(PortError) -> String {
    try call {
      try FileManager.default.createDirectory(atPath: clones, withIntermediateDirectories: true)
    }
    // Without the variable, git would wait for a password.
    let result = try ToolRun(
      ["GIT_TERMINAL_PROMPT=0", "git"] + arguments, log: "\(clones)/git.log")
    guard result.hasSucceeded else {
      let reason = result.output.split(separator: "\n").first { $0.hasPrefix("fatal: ") }
      throw .noClone(
        location(of: package), reason.map { String($0.trimmingPrefix("fatal: ")) } ?? "git failed")
    }
    return result.output
  }
}

extension String {
  /// The text as a literal of Swift.
  var quoted: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
