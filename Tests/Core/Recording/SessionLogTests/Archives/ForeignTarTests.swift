import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Tars written by other programs")
struct ForeignTarTests {
  @Test(
    "Tars in every format of GNU tar are read by their headers",
    arguments: [
      ("gnu", LogFolder.all), ("oldgnu", LogFolder.all), ("pax", LogFolder.all),
      ("ustar", LogFolder.split), ("v7", LogFolder.plain),
    ])
  func formats(format: String, names: [String]) throws {
    let logs = try LogFolder(names)
    try logs.makeTar("--format=\(format)")
    try logs.expectLogs(state: .missing)
  }

  @Test("Python's formats are read", arguments: ["USTAR", "GNU", "PAX"])
  func python(format: String) throws {
    let logs = try LogFolder(format == "USTAR" ? LogFolder.split : LogFolder.all)
    let program = """
      import os, sys, tarfile
      t = tarfile.open(sys.argv[1], "w", format=tarfile.\(format)_FORMAT)
      os.chdir(sys.argv[2])
      t.add(".")
      t.close()
      """
    #expect(try run("python3", ["-c", program, logs.tar, logs.root]).status == 0)
    try logs.expectLogs(state: .missing)
  }

  @Test("The logs are listed in the order of their names, not in the tar's order, and without './'")
  func order() throws {
    let logs = try LogFolder()
    try logs.makeTar(of: logs.names.reversed().map { "./\($0)" })
    try logs.expectLogs(state: .missing)
  }

  @Test("The later of two logs with the same name is used, as when the tar is unpacked")
  func appended() throws {
    let logs = try LogFolder()
    try logs.makeTar()
    try writeLog(
      logs.path(of: "a.reprise"), LogFolder.blocks(9),
      options: LogWriterOptions(overwrite: true, mergedBlockLength: 0))
    #expect(try run("tar", ["-C", logs.root, "-rf", logs.tar, "a.reprise"]).status == 0)
    try logs.expectLogs(state: .missing)
  }

  @Test("Folders, links, FIFOs, and files that aren't logs are ignored")
  func others() throws {
    let logs = try LogFolder()
    let files = FileManager.default
    try files.createSymbolicLink(atPath: logs.path(of: "link.reprise"), withDestinationPath: "a")
    try files.createDirectory(
      atPath: logs.path(of: "folder.reprise"), withIntermediateDirectories: false)
    #expect(mkfifo(logs.path(of: "fifo.reprise"), 0o600) == 0)
    try write([1, 2, 3], to: logs.path(of: "notes.txt"))
    try logs.makeTar(of: ["."])
    #expect(try logs.listed() == logs.names.map { "\(logs.tar)/\($0)" })
  }

  @Test("Logs with absolute names or '..' are read, because nothing is unpacked")
  func odd() throws {
    let logs = try LogFolder()
    try logs.makeTar("-P", of: [logs.path(of: "a.reprise"), "sub/../b.reprise"])
    let paths = try logs.listed()
    let expected = ["\(logs.tar)\(logs.path(of: "a.reprise"))", "\(logs.tar)/sub/../b.reprise"]
    #expect(Set(paths) == Set(expected))
    for path in paths { #expect(try LogReader(path: path).state == .whole) }
  }

  @Test(
    "A log that the tar stores as a sparse file is rejected by name", arguments: ["gnu", "pax"])
  func sparse(format: String) throws {
    let logs = try LogFolder()
    #expect(truncate(logs.path(of: "b.reprise"), 1 << 20) == 0)
    try logs.makeTar("--sparse", "--format=\(format)")
    #expect(throws: TarError.sparse(path: logs.tar, member: "b.reprise")) { try logs.listed() }
  }

  @Test("An empty tar has no logs, and a file that isn't a tar is rejected")
  func empty() throws {
    let logs = try LogFolder()
    try logs.makeTar(of: ["-T", "/dev/null"])
    #expect(try logs.listed() == [])
    for content in [
      [], [1], [UInt8](repeating: 7, count: 2000), try bytes(of: logs.path(of: "a.reprise")),
    ] {
      try write(content, to: logs.tar)
      #expect(throws: TarError.notATar(path: logs.tar)) { try logs.listed() }
    }
    #expect(throws: TarError.notATar(path: logs.root)) { try TarArchive(path: logs.root) }
    let none = logs.folder.file("none.tar")
    #expect(throws: TarError.cannotRead(path: none, code: ENOENT)) { try TarArchive(path: none) }
  }
}
