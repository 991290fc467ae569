import CommandLineKit
import Foundation
import Port
import TestSupport
import Testing

@Suite("The package of Reprise in a port")
struct RepriseDependencyTests {
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.add([
      "app/A.swift": "import Dependencies\nfunc run() -> Effect<Action, Never> { .none }",
      "Reprise/Compatibility/Package.swift": "",
    ])
  }

  /// Returns the lines with packages and products in a port by a program in the folder of Reprise.
  private func lines() throws -> [String] {
    _ = try temporary.port("app", program: temporary.file("Reprise/.build/debug/program"))
    return try temporary.text("out/Package.swift").split(separator: "\n").map(String.init)
      .filter { $0.contains(".package(") || $0.contains("\"Dependencies\"") }
      .map { String($0.trimmingPrefix(while: { $0 == " " })) }
  }

  private func git(_ words: String...) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      ["git", "-C", temporary.file("Reprise"), "-c", "user.name=A", "-c", "user.email=a"] + words,
      output: URL(filePath: temporary.file("git.log")))
    #expect(try process.run(), "\(words)")
  }

  private func makeClone(of origin: String, tags: [String]) throws {
    try git("init", "--quiet")
    try git("remote", "add", "origin", origin)
    try git("commit", "--quiet", "--allow-empty", "--message", "A")
    for tag in tags { try git("tag", tag) }
  }

  @Test(
    "A program of a release depends on that release by its URL",
    arguments: [
      ("https://example.com/reprise", "https://example.com/", "reprise", ""),
      ("https://ci:token@example.com/reprise.git", "https://example.com/", "reprise", ".git"),
      ("git@example.com:team/Mine.git", "git@example.com:team/", "Mine", ".git"),
    ])
  func release(_ origin: String, _ folder: String, _ name: String, _ suffix: String) throws {
    try makeClone(of: origin, tags: ["v0.1", "v0.1.9", "v0.1.10"])
    let url = "\(folder)\(name)"
    #expect(
      try lines() == [
        ".package(url: \"\(url)\(suffix)\", exact: \"0.1.10\", traits: [\"EarlierTypes\"]),",
        ".package(url: \"\(url)-compatibility\(suffix)\", exact: \"0.1.10\"),",
        ".product(name: \"Dependencies\", package: \"\(name.lowercased())-compatibility\"),",
      ])
  }

  @Test("A folder has a new revision after each commit and each change of a source")
  func revisions() throws {
    let folder = RepriseDependency.folder(temporary.file("Reprise"))
    var seen = [try folder.revision(log: temporary.file("log"))]
    try makeClone(of: "https://example.com/reprise", tags: [])
    seen.append(try folder.revision(log: temporary.file("log")))
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "B")
    seen.append(try folder.revision(log: temporary.file("log")))
    try temporary.write("// changed", as: "Reprise/Compatibility/Package.swift")
    seen.append(try folder.revision(log: temporary.file("log")))
    #expect(Set(seen).count == 3)
    #expect(try folder.revision(log: temporary.file("log")) == seen.last)
  }

  @Test(
    "Any other program depends on its folder",
    arguments: [
      (nil, []), ("https://example.com/reprise", []), ("https://example.com/reprise", ["v0.1"]),
      ("/srv/reprise", ["v0.1.0"]), ("file:///srv/reprise", ["v0.1.0"]),
    ])
  func folder(_ origin: String?, _ tags: [String]) throws {
    if let origin { try makeClone(of: origin, tags: tags) }
    let path = temporary.file("Reprise")
    #expect(
      try lines() == [
        ".package(name: \"reprise\", path: \"\(path)\", traits: [\"EarlierTypes\"]),",
        ".package(name: \"Compatibility\", path: \"\(path)/Compatibility\"),",
        ".product(name: \"Dependencies\", package: \"Compatibility\"),",
      ])
  }

  @Test("A program outside of a folder of Reprise needs the option")
  func outside() throws {
    let program = temporary.file("bin/reprise-port")
    #expect(throws: PortError.unknownReprise(program)) {
      try temporary.port("app", program: program)
    }
  }
}
