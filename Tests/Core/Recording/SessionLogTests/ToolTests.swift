import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Other programs that read gzip")
struct ToolTests {
  @Test("gzip accepts a log and returns the header and the payloads in order")
  func gzip() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(path)
    #expect(try run("gzip", "-t", "-S", ".reprise", path).status == 0)
    try expectPayloads(run("gzip", "-dc", "-S", ".reprise", path))
  }

  @Test("Python's gzip returns the header and the payloads in order")
  func python() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(path)
    let program = "import gzip, sys; sys.stdout.buffer.write(gzip.open(sys.argv[1]).read())"
    try expectPayloads(run("python3", "-c", program, path))
  }

  @Test("gzip accepts an unfinished log")
  func partial() throws {
    let folder = try TemporaryFolder()
    let writer = try LogWriter(path: folder.file("s.reprise"), header: sampleHeader)
    writer.append(block: sampleBlocks[0])
    writer.abandon()
    #expect(try run("gzip", "-t", "-S", ".partial", writer.partialPath).status == 0)
  }

  private func expectPayloads(_ result: (status: Int32, output: [UInt8])) throws {
    #expect(result.status == 0)
    let expected = sampleHeader + [10] + sampleBlocks.flatMap(\.bytes)
    #expect(result.output.starts(with: expected))
    // The index follows (a count, a sum, and an entry per block), and then a copy of the header.
    let indexLength = 12 + 21 * sampleBlocks.count
    #expect(result.output.count == expected.count + indexLength + sampleHeader.count + 1)
  }

  private func run(_ words: String...) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, [UInt8](output))
  }
}
