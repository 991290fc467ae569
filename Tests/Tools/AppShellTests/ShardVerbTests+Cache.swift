import AppShell
import Foundation
import TestSupport
import Testing

// The cache of verdicts.
extension ShardVerbTests {
  @Test("A cached verdict is used while the log and the options are the same")
  func cache() async throws {
    try await record("a.reprise", "b.reprise")
    let cache = folder.file("cache")
    let first = await tally("replay", folder.path, "--cache", cache)
    #expect(first.errors.isEmpty)
    let second = await tally("replay", folder.path, "--cache", cache)
    #expect(second.errors == "tally: 2 verdicts from the cache '\(cache)'\n")
    #expect(second.output == first.output)
    #expect(await tally("replay", folder.path, "--cache", cache, "--strict").errors.isEmpty)
    // The same bytes have a different name, and the same name has different bytes.
    try FileManager.default.moveItem(
      atPath: folder.file("a.reprise"), toPath: folder.file("c.reprise"))
    let script = try folder.write("add(2)\nadd(3)\n", as: "script.txt")
    #expect(
      await tally("record", folder.file("b.reprise"), "--script", script, "--force").code == 0)
    let third = await tally("replay", folder.path, "--cache", cache, "--json")
    #expect(third.errors == "tally: 1 verdict from the cache '\(cache)'\n")
    #expect(third.output.contains("c.reprise") && !third.output.contains("a.reprise"))
  }

  @Test("A log that does not match is not cached")
  func failureInCache() async throws {
    try await record("a.reprise")
    let path = folder.file("a.reprise")
    try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(10)
      .write(to: URL(fileURLWithPath: path))
    for _ in 1...2 {
      let found = await tally("replay", path, "--cache", folder.file("cache"))
      #expect(found.code == 4)
      #expect(found.errors.isEmpty)
    }
  }

  @Test("The cache keeps the newest files within its size, and reports and removes a damaged file")
  func cacheLimits() async throws {
    try await record("a.reprise")
    let cache = folder.file("cache")
    let old = "\(cache)/old build"
    try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
    let large = "\(old)/large.verdicts"
    try Data().write(to: URL(fileURLWithPath: large))
    // A sparse file, which takes no space on disk.
    try FileHandle(forWritingTo: URL(fileURLWithPath: large)).truncate(atOffset: 300 << 20)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: large)
    _ = await tally("replay", folder.path, "--cache", cache)
    let builds = try FileManager.default.contentsOfDirectory(atPath: cache)
    #expect(builds.count == 1 && builds[0] != "old build")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(cache)/\(builds[0])").first)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(cache)/\(builds[0])/\(file)"))
    let found = await tally("replay", folder.path, "--cache", cache)
    #expect(found.code == 0)
    #expect(found.errors.contains("is damaged (it is not a verdict file of this version)"))
    #expect(await tally("replay", folder.path, "--cache", cache).errors.contains("1 verdict from"))
  }

  @Test("A cache that cannot be created is a usage error")
  func noCache() async throws {
    try await record("a.reprise")
    let found = await tally("replay", folder.path, "--cache", folder.file("a.reprise"))
    #expect(found.code == 2)
    #expect(found.errors.contains("Give another folder with --cache."))
  }
}
