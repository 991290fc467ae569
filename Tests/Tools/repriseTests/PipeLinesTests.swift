import Foundation
import Testing

@Suite("Lines of a pipe")
struct PipeLinesTests {
  @Test("A line is found among other lines, and a missing line is an error after the program's end")
  func missing() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\nthree".utf8))
    try pipe.fileHandleForWriting.close()
    var lines = PipeLines(pipe)
    #expect(try lines.next(containing: "tw") == "two")
    #expect(throws: MissingLine(text: "three")) { try lines.next(containing: "three") }
  }
}
