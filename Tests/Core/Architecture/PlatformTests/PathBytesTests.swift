import Foundation
import Platform
import SessionLog
import TestSupport
import Testing

@Suite("File names that aren't UTF-8")
struct PathBytesTests {
  private func bytes(_ path: String) -> [UInt8] {
    path.pathBytes.dropLast().map(UInt8.init(bitPattern:))
  }

  @Test(
    "A name that is text is kept", arguments: ["", "s.reprise", "Größe/日本.reprise", "\u{10FF00}"])
  func text(name: String) {
    #expect(String(pathBytes: Array(name.utf8)) == name)
    #expect(bytes(name) == Array(name.utf8))
  }

  @Test("No byte of any name is lost")
  func lossless() {
    var names: [[UInt8]] = [
      [0xFF], [0x61, 0xC3], [0xC3, 0x28, 0xA9], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0x2F, 0x80, 0x2F], [0xC0, 0xAF], Array("\u{10FFFF}\u{10FF80}é".utf8),
    ]
    var number: UInt64 = 1
    for length in 1...200 {
      names.append(
        (0..<length).map { _ in
          number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return max(1, UInt8(truncatingIfNeeded: number >> 56))
        })
    }
    for name in names {
      let path = String(pathBytes: name)
      #expect(bytes(path) == name)
      #expect(
        path.pathBytes.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map { String(pathBytes: $0) } == path
        })
    }
    #expect(Set(names.map { String(pathBytes: $0) }).count == Set(names).count)
  }

  @Test("A log with such a name is written, read and recovered, and errors show the byte")
  func log() throws {
    let folder = try TemporaryFolder()
    let path = folder.file(String(pathBytes: [0x73, 0xFF]))
    let copy = folder.file(String(pathBytes: [0xFE]))
    try writeLog(path)
    defer { for path in [path, copy] { unlink(path.pathBytes) } }
    #expect(try LogReader(path: path).stepCount == 16)
    #expect(try recoverLog(from: path, to: copy, overwrite: false).log.steps == 16)
    #expect(FileKind(at: copy) == .regular)
    let error = #expect(throws: LogWriterError.self) { try writeLog(path) }
    #expect(error?.description.contains("/s\\xff: exists already") == true)
  }
}
