import Foundation
import Testing

@Suite("Lines of a pipe")
struct PipeLinesTests {
  @Test("A line is found among others, and its absence is an error once the program has ended")
  func missing() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\nthree".utf8))
    try pipe.fileHandleForWriting.close()
    var lines = PipeLines(pipe)
    #expect(try lines.next(containing: "tw") == "two")
    #expect(throws: MissingLine(text: "three")) { try lines.next(containing: "three") }
  }
}
