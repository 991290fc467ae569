import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Packs")
struct PackVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var logs: String { folder.file("logs") }
  private var tar: String { folder.file("corpus.tar") }

  /// Records a session of three steps.
  private func record(_ name: String = "logs/a.reprise") async throws {
    let path = folder.file(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let script = try folder.write("add(1)\nadd(2)\nnote(\"x\")\n", as: "script.txt")
    #expect(await tally("record", path, "--script", script).code == 0)
  }

  /// Copies a log many times, and damages, truncates or empties some of the copies.
  private func corpus(of count: Int) async throws {
    try await record("logs/sub/00000.reprise")
    let whole = try bytes(of: folder.file("logs/sub/00000.reprise"))
    for number in 1..<count {
      var copy = whole
      switch number % 100 {
      case 7: copy[whole.count / 2] ^= 1
      case 17: copy.removeLast(30)
      case 27: copy = []
      case 37: copy = Array("no log".utf8)
      default: break
      }
      let name = String(format: number % 2 == 0 ? "%05d" : "sub/%05d", number)
      try write(copy, to: folder.file("logs/\(name).reprise"))
    }
  }

  @Test("'pack' reports the number of logs and bytes, also as JSON")
  func pack() async throws {
    try await record()
    try await record("logs/sub/b.reprise")
    let outcome = await tally("pack", logs, "-o", tar)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let length = try bytes(of: tar).count
    #expect(outcome.output == "packed 2 logs in \(tar) (\(length) bytes)\n")
    let json = await tally("pack", logs, "-o", tar, "--force", "--json")
    let size = try ["a", "sub/b"].map { try bytes(of: folder.file("logs/\($0).reprise")).count }
      .reduce(0, +)
    #expect(
      json.output
        == #"{"bytes":\#(length),"index":"\#(tar).index","logBytes":\#(size),"logs":2,"path":"\#(tar)"}"#
        + "\n")
  }

  @Test("A pack of a thousand logs has the same verdicts as the folder")
  func verdicts() async throws {
    try await corpus(of: 1000)
    #expect(await tally("pack", logs, "-o", tar).code == 0)
    func results(_ path: String) async throws -> [String] {
      let outcome = await tally("replay", path, "--json")
      #expect(outcome.code == 4 && outcome.errors.isEmpty)
      return outcome.output.replacing(path, with: "CORPUS").split(separator: "{").map(String.init)
        .map { $0.replacing(/"seconds":[0-9.e-]+/, with: "") }
    }
    let (packed, own) = (try await results(tar), try await results(logs))
    #expect(packed == own && own.count > 1000)
    try FileManager.default.removeItem(atPath: tar + ".index")
    let outcome = await tally("replay", tar, "--json")
    #expect(outcome.errors.contains("'\(tar)' has no index"))
    #expect(
      outcome.output.replacing(tar, with: "CORPUS").split(separator: "{").map(String.init) == own)
  }

  @Test("A pack has the same shards as the folder")
  func shards() async throws {
    for name in ["a", "b", "c", "d"] { try await record("logs/\(name).reprise") }
    _ = await tally("pack", logs, "-o", tar)
    for shard in ["1/2", "2/2"] {
      let packed = await tally("replay", tar, "--shard", shard, "--json").output
      let own = await tally("replay", logs, "--shard", shard, "--json").output
      #expect(packed.replacing(tar, with: logs) == own)
      #expect(own.split(separator: "\"path\":").count == 3)
    }
  }

  @Test(
    "Every verb that accepts a log accepts a log in a tar",
    arguments: [
      ["replay"], ["show"], ["show", "--at", "2"], ["info"], ["compat"], ["replay", "--tail"],
      ["show", "--script"],
    ])
  func verbs(words: [String]) async throws {
    try await record()
    try await record("logs/b.reprise")
    _ = await tally("pack", logs, "-o", tar)
    let own = await tally(words + ["\(logs)/b.reprise"])
    let packed = await tally(words + ["\(tar)/b.reprise"])
    #expect(own.code == 0 && packed.code == 0 && packed.errors.isEmpty)
    #expect(packed.output.replacing(tar, with: logs) == own.output)
  }

  @Test("Several folders and tars can be packed into a tar, but not two logs with the same name")
  func several() async throws {
    try await record("x/a.reprise")
    try await record("y/b.reprise")
    try await record("z/c.reprise")
    let first = folder.file("first.tar")
    #expect(await tally("pack", folder.file("x"), "-o", first).code == 0)
    let all = await tally(
      "pack", folder.file("y/"), first, folder.file("z/c.reprise"), "-o", tar)
    #expect(all.code == 0 && all.output.hasPrefix("packed 3 logs"))
    let list = await tally("replay", tar, "--json").output
    for name in ["a", "b", "c"] { #expect(list.contains("\(tar)/\(name).reprise")) }
    let twice = await tally("pack", folder.file("x"), first, "-o", tar, "--force")
    #expect(twice.code == 2 && twice.errors.contains("would both be 'a.reprise'"))
    #expect(try folder.names().contains { $0.contains("rewriting") } == false)
  }

  @Test("'pack' rejects unsuitable logs and paths, and writes nothing")
  func refusals() async throws {
    try await record()
    func refused(_ words: String..., says text: String) async throws {
      let before = folder.files
      let outcome = await tally(["pack"] + words)
      #expect(outcome.code == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
      #expect(folder.files == before)
    }
    let empty = folder.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
    try await refused(empty, "-o", tar, says: "there is no log under")
    try await refused(folder.file("none"), "-o", tar, says: "there is no file or folder")
    try await refused(logs, "-o", folder.file("none/c.tar"), says: "there is no such folder")
    try await refused(logs, "-o", folder.file("c.reprise"), says: "a name that ends in '.tar'")
    let place = folder.file("place.tar")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try await refused(logs, "-o", place, "--force", says: "is a folder")
    try write([1], to: tar)
    try await refused(logs, "-o", tar, says: "Or replace it with --force.")
    #expect(try bytes(of: tar) == [1])
    #expect(await tally("pack", logs, "-o", tar, "--force").code == 0)
  }

  @Test("'replay --update' rejects a log in a tar, and names an alternative")
  func update() async throws {
    try await record()
    _ = await tally("pack", logs, "-o", tar)
    let before = try bytes(of: tar)
    let outcome = await tally("replay", tar, "--update", "--yes")
    #expect(outcome.output.contains("unchanged"))
    #expect(try bytes(of: tar) == before)
  }

  @Test("A damaged tar and a log that isn't in a tar are usage errors")
  func wrong() async throws {
    try await record()
    _ = await tally("pack", logs, "-o", tar)
    let missing = await tally("replay", "\(tar)/none.reprise")
    #expect(missing.code == 2 && missing.errors.contains("there is no file or folder"))
    #expect(await tally("show", "\(tar)/none.reprise").code == 2)
    try write(Array(try bytes(of: tar).dropLast(1500)), to: tar)
    let cut = await tally("replay", tar)
    #expect(cut.code == 2 && cut.errors.contains("cut off"))
    #expect(await tally("replay", "\(tar)/a.reprise").code == 2)
    #expect(await tally("show", "\(tar)/a.reprise").code == 4)
  }
}
