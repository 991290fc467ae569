import Foundation
import Platform
import SessionLog
import TestSupport
import Testing

@Suite("Packs of logs")
struct PackTests {
  @Test("Every log of a pack can be opened by its path in the tar, whatever its name")
  func open() throws {
    let logs = try LogFolder(LogFolder.all)
    let summary = try logs.pack()
    #expect(summary.logs == UInt64(logs.names.count))
    #expect(try bytes(of: logs.tar).count == Int(summary.bytes))
    try logs.expectLogs(state: .used)
  }

  @Test("GNU tar lists a pack, and unpacks the exact bytes and times of the logs")
  func gnuTar() throws {
    let logs = try LogFolder(LogFolder.all)
    let old = Date(timeIntervalSince1970: 1_234_567_890)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: logs.path(of: logs.names[0]))
    try logs.pack()
    let list = try run("tar", ["--quoting-style=literal", "-tf", logs.tar])
    #expect(list.status == 0)
    #expect(list.output.split(separator: "\n").map(String.init) == logs.names)
    let out = logs.folder.file("out")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    #expect(try run("tar", ["-C", out, "-xf", logs.tar]).status == 0)
    for name in logs.names {
      #expect(try bytes(of: "\(out)/\(name)") == bytes(of: logs.path(of: name)))
    }
    let date = try FileManager.default.attributesOfItem(atPath: "\(out)/\(logs.names[0])")
    #expect(date[.modificationDate] as? Date == old)
  }

  @Test("Python's tarfile reads a pack")
  func python() throws {
    let logs = try LogFolder(LogFolder.all)
    try logs.pack()
    let program = "import sys, tarfile; [print(m.name) for m in tarfile.open(sys.argv[1])]"
    let list = try run("python3", ["-c", program, logs.tar])
    #expect(list.output.split(separator: "\n").map(String.init) == logs.names)
  }

  @Test("Packing the same logs twice produces the same bytes")
  func deterministic() throws {
    let logs = try LogFolder(LogFolder.all)
    try logs.pack()
    try logs.pack(as: logs.folder.file("again.tar"))
    #expect(try bytes(of: logs.tar) == bytes(of: logs.folder.file("again.tar")))
    #expect(try bytes(of: logs.index) == bytes(of: logs.folder.file("again.tar.index")))
  }

  @Test("A pack can be moved and copied with its index, regardless of the copies' times")
  func copied() throws {
    let logs = try LogFolder()
    try logs.pack()
    let copy = logs.folder.file("copy.tar")
    try write(try bytes(of: logs.tar), to: copy)
    try write(try bytes(of: logs.index), to: copy + ".index")
    #expect(try TarArchive(path: copy).indexState == .used)
  }

  @Test("Many threads find each log of a pack whose index has several chunks")
  func manyChunks() throws {
    let logs = try LogFolder(["a.reprise"])
    let writer = try TarWriter(path: logs.tar, overwrite: false, operations: .unsynced)
    let names = (0..<1500).map { String(format: "%05d.reprise", $0) }
    for name in names { try writer.append(logs.path(of: "a.reprise"), as: name) }
    _ = try writer.finish()
    #expect(try logs.listed() == names.map { "\(logs.tar)/\($0)" })
    let found = Found()
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      // Neighbors in this order are in different chunks.
      let path = "\(logs.tar)/\(names[index * 701 % names.count])"
      if (try? LogReader(path: path))?.stepCount == 1 { found.add() }
    }
    #expect(found.count == names.count)
    for name in ["", "00000.repris", "00000.reprise0", "zzz.reprise", "!.reprise"] {
      #expect(throws: LogReaderError.self) { try LogReader(path: "\(logs.tar)/\(name)") }
    }
  }

  @Test("A path to a missing log in a tar is rejected like a path to a missing file")
  func missing() throws {
    let logs = try LogFolder()
    try logs.pack()
    #expect(throws: LogReaderError.cannotOpen(path: "\(logs.tar)/none.reprise", code: ENOENT)) {
      try LogReader(path: "\(logs.tar)/none.reprise")
    }
    // A folder in the tar isn't a log.
    #expect(throws: LogReaderError.cannotOpen(path: "\(logs.tar)/sub", code: ENOENT)) {
      try LogReader(path: "\(logs.tar)/sub")
    }
    let inLog = "\(logs.path(of: "a.reprise"))/b.reprise"
    #expect(throws: LogReaderError.cannotOpen(path: inLog, code: ENOTDIR)) {
      try LogReader(path: inLog)
    }
    let text = try logs.folder.write("no tar", as: "text.tar")
    #expect(throws: LogReaderError.archive(.notATar(path: text))) {
      try LogReader(path: "\(text)/b.reprise")
    }
  }

  @Test("Redundant dots and slashes in a path in a tar are ignored")
  func normalized() throws {
    let logs = try LogFolder()
    try logs.pack()
    #expect(try LogReader(path: "\(logs.tar)//sub/./deep//d.reprise").state == .whole)
  }

  @Test("A pack that replaces a previous pack is read again by the same process")
  func replaced() throws {
    let logs = try LogFolder()
    try logs.pack()
    try logs.expectLog("a.reprise")
    try writeLog(
      logs.path(of: "a.reprise"), LogFolder.blocks(9),
      options: LogWriterOptions(overwrite: true, mergedBlockLength: 0))
    try logs.pack(overwrite: true)
    try logs.expectLogs(state: .used)
  }

  @Test("A log in a tar is not being written, and has nothing to wait for")
  func following() throws {
    let logs = try LogFolder()
    try logs.pack()
    let path = "\(logs.tar)/b.reprise"
    var reader = try LogReader(path: path)
    #expect(!reader.isBeingWritten && reader.isNamed && !LogReader.isBeingWritten(path: path))
    let length = reader.fileLength
    try reader.refresh()
    #expect(reader.fileLength == length && reader.state == .whole)
  }

  @Test("A log in a tar is recovered into a file, without the bytes of its neighbors")
  func recovered() throws {
    let logs = try LogFolder()
    let whole = try bytes(of: logs.path(of: "b.reprise"))
    try write(Array(whole.dropLast(40)), to: logs.path(of: "b.reprise"))
    try logs.pack()
    let (packed, own) = (logs.folder.file("packed.reprise"), logs.folder.file("own.reprise"))
    var summary = try recoverLog(from: "\(logs.tar)/b.reprise", to: packed, overwrite: false)
    let expected = try recoverLog(from: logs.path(of: "b.reprise"), to: own, overwrite: false)
    summary.log = expected.log
    #expect(summary == expected)
    #expect(try bytes(of: packed) == bytes(of: own))
  }

  @Test("A pack replaces an existing file only on request")
  func existing() throws {
    let logs = try LogFolder()
    try logs.pack()
    #expect(throws: TarWriterError.cannotCreate(.fileExists(path: logs.tar))) { try logs.pack() }
    try FileManager.default.removeItem(atPath: logs.tar)
    #expect(throws: TarWriterError.cannotCreate(.fileExists(path: logs.index))) {
      try logs.pack()
    }
    try logs.pack(overwrite: true)
    try logs.expectLogs(state: .used)
    let before = try logs.folder.names()
    #expect(throws: TarWriterError.self) { try logs.pack(as: logs.root, overwrite: true) }
    #expect(try logs.folder.names() == before)
  }

  @Test("A full disk leaves an existing pack unchanged", arguments: [0, 100, 3000, 5400])
  func fullDisk(capacity: Int) throws {
    let logs = try LogFolder()
    try logs.pack()
    let (tar, index) = (try bytes(of: logs.tar), try bytes(of: logs.index))
    #expect(throws: TarWriterError.self) {
      try logs.pack(overwrite: true, operations: .full(after: capacity))
    }
    #expect(try bytes(of: logs.tar) == tar && bytes(of: logs.index) == index)
    #expect(try logs.folder.names() == ["corpus.tar", "corpus.tar.index", "logs"])
  }

  @Test(
    "Packing ends if a log becomes longer or shorter in the meantime",
    arguments: [true, false])
  func changed(grows: Bool) throws {
    let logs = try LogFolder(["a.reprise"])
    let path = logs.path(of: "a.reprise")
    try write([UInt8](repeating: 1, count: 3 << 20), to: path)
    var operations = LogFileOperations.unsynced
    operations.write = { file, bytes, offset throws(SystemError) in
      // This happens while the first piece is written.
      if bytes.count >= 1 << 20 { truncate(path, off_t(grows ? (3 << 20) + 1 : 2 << 20)) }
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    #expect(throws: TarWriterError.changed(log: path)) { try logs.pack(operations: operations) }
    #expect(try logs.folder.names() == ["logs"])
  }

  @Test("Two logs with the same name in the tar are rejected")
  func duplicate() throws {
    let logs = try LogFolder()
    let writer = try TarWriter(path: logs.tar, overwrite: false, operations: .unsynced)
    let (a, b) = (logs.path(of: "a.reprise"), logs.path(of: "b.reprise"))
    try writer.append(a, as: "x.reprise")
    #expect(throws: TarWriterError.duplicate(name: "x.reprise", log: a, other: b)) {
      try writer.append(b, as: "x.reprise")
    }
  }

  @Test("A log whose name isn't UTF-8 is packed, listed and opened")
  func nameInBytes() throws {
    let logs = try LogFolder(["a.reprise"])
    let name = String(pathBytes: [0x73, 0xFF] + Array(".reprise".utf8))
    let writer = try TarWriter(path: logs.tar, overwrite: false, operations: .unsynced)
    try writer.append(logs.path(of: "a.reprise"), as: name)
    _ = try writer.finish()
    #expect(try logs.listed() == ["\(logs.tar)/\(name)"])
    #expect(try LogReader(path: "\(logs.tar)/\(name)").state == .whole)
    #expect(try run("tar", ["-tf", logs.tar]).output == "s\\377.reprise\n")
  }

  @Test("Logs are named by their paths below a folder, in the order of their bytes")
  func entries() {
    let entries = [
      TarEntry("logs/é.reprise", below: "logs"), TarEntry("logs/a/b.reprise", below: "logs/"),
      TarEntry("./z.reprise", below: "."), TarEntry("/x/b.reprise", below: "/x"),
      TarEntry("c.reprise", below: ""),
    ]
    #expect(
      entries.sorted(by: TarEntry.precedes).map(\.name)
        == ["a/b.reprise", "b.reprise", "c.reprise", "z.reprise", "é.reprise"])
  }
}

/// A counter for many threads.
private final class Found: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
