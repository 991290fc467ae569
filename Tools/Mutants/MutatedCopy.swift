import CommandLineKit
import Foundation

/// A copy of the sources that contains all mutants.
///
/// An environment variable selects the active mutant of a process. A single build is therefore
/// enough.
package struct MutatedCopy {
  let package: URL
  /// The folder of the copy, which also has the logs of the builds.
  let folder: URL
  let executable: URL
  /// The executable of a target where the build writes it.
  private let built: URL?
  /// The folder of the mutated sources in the package, and the folder of their copies.
  private let sources: URL
  private let copies: URL
  private let arguments: [String]
  private let environment: [String: String]

  /// Creates a copy of the whole package, whose features are mutated.
  init(of package: URL, product: String) {
    self.package = package
    folder = package.appending(path: ".build/mutants")
    executable = folder.appending(path: ".build/debug/\(product)")
    built = nil
    sources = package.appending(path: "Features")
    copies = folder.appending(path: "Features")
    // Omitting debug information saves time.
    arguments = ["--package-path", folder.path, "--product", product, "-Xswiftc", "-gnone"]
    environment = [:]
  }

  /// Creates a copy of one target. If an environment variable names the path of the copy, the
  /// package is built with it.
  init(of package: URL, target: String, at path: String, variable: String, in folder: String) {
    self.package = package
    self.folder = package.appending(path: folder)
    executable = self.folder.appending(path: "program")
    built = package.appending(path: ".build/debug/\(target)")
    sources = package.appending(path: path)
    copies = self.folder.appending(path: target)
    arguments = ["--package-path", package.path, "--product", target]
    environment = [variable: "\(folder)/\(target)"]
  }

  /// Returns the numbers of mutants with compiler errors, which are removed before the next
  /// attempt.
  func build(_ sources: [MutatedSource], numbers: [String: Int]) throws(MutantsError) -> Set<Int> {
    if environment.isEmpty { try call { try link() } }
    var numbers = numbers
    var leftOut: Set<Int> = []
    for _ in 1...Self.maxBuilds {
      let lines = try call { try write(sources, numbers: numbers) }
      let log = folder.appending(path: "build.log")
      let hasSucceeded = try call {
        try ChildProcess(
          "/usr/bin/env",
          // Mutants cause warnings, which are errors if CI is set.
          ["-u", "CI", ProcessInfo.processInfo.environment["SWIFT"] ?? "swift", "build"]
            + arguments,
          environment: environment, output: log
        ).run()
      }
      if hasSucceeded {
        try keepExecutable()
        return leftOut
      }
      let faulty = Self.mutants(
        blamedBy: try call { try String(contentsOf: log, encoding: .utf8) }, lines)
      guard !faulty.isEmpty else { throw .notBuilt(log: log.path) }
      leftOut.formUnion(faulty)
      numbers = numbers.filter { !faulty.contains($0.value) }
    }
    throw .tooManyFaults(builds: Self.maxBuilds)
  }

  private static let maxBuilds = 12

  /// Copies the executable of a target, because the next build of the package replaces it.
  private func keepExecutable() throws(MutantsError) {
    guard let built else { return }
    try call {
      try? FileManager.default.removeItem(at: executable)
      try FileManager.default.copyItem(at: built, to: executable)
    }
  }

  private func link() throws {
    let manager = FileManager.default
    try manager.createDirectory(at: copies, withIntermediateDirectories: true)
    for name in ["Package.swift", "Compatibility", "Core", "Tools", "Tests"] {
      let link = folder.appending(path: name)
      if (try? manager.destinationOfSymbolicLink(atPath: link.path)) == nil {
        try manager.createSymbolicLink(
          at: link, withDestinationURL: package.appending(path: name))
      }
    }
  }

  /// Writes the sources with their mutants, and returns the mutant on each of their lines.
  private func write(
    _ mutated: [MutatedSource], numbers: [String: Int]
  ) throws -> [String: [Int?]] {
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
    var texts = try Sources.read(sources)
    var lines: [String: [Int?]] = [:]
    for source in mutated {
      let schemata = Schemata(source, numbers: numbers)
      texts[source.file] = schemata.text
      lines[copies.appending(path: source.file).path] = schemata.mutantsByLine
      if !source.mutants.isEmpty {
        texts["\(source.module)ActiveMutant.swift"] = Schemata.activeMutant
      }
    }
    for old in try Sources.read(copies).keys where texts[old] == nil {
      try FileManager.default.removeItem(at: copies.appending(path: old))
    }
    for (file, text) in texts {
      let url = copies.appending(path: file)
      // Unchanged files are not written, to avoid compiling them again.
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
