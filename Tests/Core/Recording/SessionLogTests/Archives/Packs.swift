import Foundation
import SessionLog
import TestSupport
import Testing

/// A folder of logs of several lengths to pack.
struct LogFolder {
  let folder: TemporaryFolder
  /// The paths of the logs below `logs`, in the order of their bytes.
  let names: [String]

  /// Some names fit in the name field of a header, some need its prefix, some fit in neither.
  static let plain = ["a.reprise", "b.reprise", "sub/c.reprise", "sub/deep/d.reprise"]
  static let split = plain + ["x\(String(repeating: "/folder", count: 25))/e.reprise"]
  static let long =
    split + [
      "y\(String(repeating: "/folder", count: 45))/f.reprise",
      "\(String(repeating: "z", count: 200)).reprise",
    ]
  static let all = long + ["ä/ö 😀.reprise"]

  init(_ names: [String] = LogFolder.plain) throws {
    folder = try TemporaryFolder()
    self.names = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    for (index, name) in self.names.enumerated() {
      let path = self.path(of: name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try writeLog(path, Self.blocks(index))
    }
  }

  /// Returns blocks that differ from the blocks of all other logs.
  static func blocks(_ index: Int) -> [LogBlock] {
    [
      block(
        "log \(String(repeating: "\(index)", count: index * 300 + 1))", from: 1, steps: 1,
        keyframe: true)
    ]
  }

  var root: String { folder.file("logs") }
  var tar: String { folder.file("corpus.tar") }
  var index: String { tar + ".index" }

  func path(of name: String) -> String { "\(root)/\(name)" }

  @discardableResult
  func pack(
    _ names: [String]? = nil, as path: String? = nil, overwrite: Bool = false,
    operations: LogFileOperations = .unsynced
  ) throws -> TarSummary {
    let writer = try TarWriter(path: path ?? tar, overwrite: overwrite, operations: operations)
    for name in names ?? self.names { try writer.append(self.path(of: name), as: name) }
    return try writer.finish()
  }

  /// Creates a tar in the folder of the logs with the system's program.
  func makeTar(_ options: String..., of names: [String]? = nil) throws {
    let words = ["-C", root, "-cf", tar] + options + (names ?? self.names)
    #expect(try run("tar", words).status == 0)
  }

  /// Expects a tar to have these logs, each with the same blocks as the file with its name.
  func expectLogs(_ names: [String]? = nil, state: TarArchive.IndexState) throws {
    let names = names ?? self.names
    #expect(try listed() == names.map { "\(tar)/\($0)" })
    for name in names { try expectLog(name) }
    #expect(try TarArchive(path: tar).indexState == state)
  }

  func expectLog(_ name: String) throws {
    let (own, packed) = (try LogReader(path: path(of: name)), try LogReader(path: "\(tar)/\(name)"))
    #expect(packed.state == .whole && packed.isInArchive && packed.fileLength == own.fileLength)
    #expect(try readBlocks(packed) == readBlocks(own))
    #expect(packed.verify() == nil)
  }

  func listed() throws(TarError) -> [String] {
    var paths: [String] = []
    try TarArchive(path: tar).forEachLog { path, _ in paths.append(path) }
    return paths
  }
}

/// Runs a program of the system.
@discardableResult
func run(_ program: String, _ words: [String]) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["LC_ALL=C.UTF-8", program] + words
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}
