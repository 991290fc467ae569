import Foundation

/// Asks the compiler which names of types Linux lacks, all at once: a module uses each name. The
/// module is for a while the only one of the ported package, so that its packages are built once.
struct Probe {
  let folder: String
  let scratch: String
  let logs: String
  /// The manifest's lines for the packages.
  let packages: [String]
  /// The products, as dependencies of a target.
  let products: [String]
  /// The modules that the sources import.
  let modules: [String]
  /// The files with substitutes, which are compiled with the names.
  let substitutes: [String: String]

  /// The answer of the compiler.
  enum Answer {
    /// The unknown ones of the names, with the reasons.
    case unknown([String: String])
    /// The packages do not build.
    case failed(PortBuild.End)
  }

  func answer(about names: [String]) throws(PortError) -> Answer {
    guard !names.isEmpty else { return .unknown([:]) }
    try write(names)
    let result = try ToolRun(
      ToolRun.build(folder, scratch: scratch), log: "\(logs)/probe.log")
    let log = BuildLog(result.output)
    let own = log.errors.filter { $0.path.hasSuffix("/Probe.swift") }
    guard result.hasSucceeded || !own.isEmpty else {
      return .failed(PortBuild.end(of: log, logs: logs))
    }
    // A function isn't a type, and a protocol isn't a value, so that each name is used as both.
    var missing: [Int: Set<String>] = [:]
    for error in own {
      guard let name = error.unknownName else { continue }
      missing[(error.line - 1 - modules.count) / 2, default: []].insert(
        error.text.hasPrefix("cannot find type") ? "type \(name)" : name)
    }
    let found = names.enumerated().filter { index, name in
      missing[index] == ["type \(name)", name]
    }
    return .unknown(
      Dictionary(
        uniqueKeysWithValues: found.map { ($0.element, "cannot find '\($0.element)' on Linux") }))
  }

  /// Removes the module. The manifest is replaced by the next build.
  func remove() throws(PortError) {
    try call {
      let sources = "\(folder)/Probes"
      guard Folder.exists(sources) else { return }
      try FileManager.default.removeItem(atPath: sources)
    }
  }

  private func write(_ names: [String]) throws(PortError) {
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Ported",
        dependencies: [\(packages.joined(separator: ", "))],
        targets: [
          .target(
            name: "Probe", dependencies: [\(products.joined(separator: ", "))],
            path: "Probes", swiftSettings: [.swiftLanguageMode(.v5)])
        ])

      """
    let lines =
      modules.map { "import \($0)" }
      + names.enumerated().flatMap { index, name in
        ["typealias Name\(index) = \(name)", "func use\(index)() { _ = \(name) }"]
      }
    try call {
      let sources = "\(folder)/Probes"
      try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
      try Data(manifest.utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
      for (name, text) in substitutes {
        try Data(text.utf8).write(to: URL(filePath: "\(sources)/\(name)"))
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(filePath: "\(sources)/Probe.swift"))
    }
  }
}
