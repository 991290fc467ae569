import Foundation

/// A copy of the package that contains all mutants.
///
/// An environment variable selects the active mutant of a process, so that a single build is
/// enough.
package struct MutatedCopy {
  let package: URL
  let folder: URL
  private let product: String

  var executable: URL { folder.appending(path: ".build/debug/\(product)") }

  init(of package: URL, product: String) {
    self.package = package
    self.product = product
    folder = package.appending(path: ".build/mutants")
  }

  /// Returns the numbers of mutants with compiler errors, which are removed before the next
  /// attempt.
  func build(_ sources: [MutatedSource], numbers: [String: Int]) throws(MutantsError) -> Set<Int> {
    try call { try link() }
    var numbers = numbers
    var leftOut: Set<Int> = []
    for _ in 1...Self.maxBuilds {
      let lines = try call { try write(sources, numbers: numbers) }
      let log = folder.appending(path: "build.log")
      let hasSucceeded = try call {
        try ChildProcess(
          "/usr/bin/env",
          // Mutants cause warnings, which are errors if CI is set. Omitting debug information saves
          // time.
          [
            "-u", "CI", ProcessInfo.processInfo.environment["SWIFT"] ?? "swift", "build",
            "--package-path", folder.path, "--product", product, "-Xswiftc", "-gnone",
          ],
          output: log
        ).run()
      }
      if hasSucceeded { return leftOut }
      let faulty = Self.mutants(
        blamedBy: try call { try String(contentsOf: log, encoding: .utf8) }, lines)
      guard !faulty.isEmpty else { throw .notBuilt(log: log.path) }
      leftOut.formUnion(faulty)
      numbers = numbers.filter { !faulty.contains($0.value) }
    }
    throw .tooManyFaults(builds: Self.maxBuilds)
  }

  private static let maxBuilds = 12

  private func link() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      at: folder.appending(path: "Features"), withIntermediateDirectories: true)
    for name in ["Package.swift", "Compatibility", "Core", "Tools", "Tests"] {
      let link = folder.appending(path: name)
      if (try? manager.destinationOfSymbolicLink(atPath: link.path)) == nil {
        try manager.createSymbolicLink(
          at: link, withDestinationURL: package.appending(path: name))
      }
    }
  }

  /// Writes the sources of the features, and returns the mutant on each of their lines.
  private func write(
    _ sources: [MutatedSource], numbers: [String: Int]
  ) throws -> [String: [Int?]] {
    let original = package.appending(path: "Features")
    let copy = folder.appending(path: "Features")
    var texts = try Sources.read(original)
    var lines: [String: [Int?]] = [:]
    for source in sources {
      let schemata = Schemata(source, numbers: numbers)
      texts[source.file] = schemata.text
      lines[copy.appending(path: source.file).path] = schemata.mutantsByLine
      if let feature = source.mutants.first?.feature {
        texts["\(feature)/ActiveMutant.swift"] = Schemata.activeMutant
      }
    }
    for old in try Sources.read(copy).keys where texts[old] == nil {
      try FileManager.default.removeItem(at: copy.appending(path: old))
    }
    for (file, text) in texts {
      let url = copy.appending(path: file)
      // Unchanged files are not written, so that they are not recompiled.
      if let old = try? String(contentsOf: url, encoding: .utf8), old == text { continue }
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return lines
  }

  /// Returns the mutants on whose lines the compiler reports errors.
  package static func mutants(blamedBy log: String, _ lines: [String: [Int?]]) -> Set<Int> {
    var faulty: Set<Int> = []
    for message in log.split(separator: "\n") where message.contains(" error: ") {
      let parts = message.split(separator: ":")
      guard parts.count > 2, let line = Int(parts[1]), let mutants = lines[String(parts[0])],
        mutants.indices.contains(line), let mutant = mutants[line]
      else { continue }
      faulty.insert(mutant)
    }
    return faulty
  }
}
