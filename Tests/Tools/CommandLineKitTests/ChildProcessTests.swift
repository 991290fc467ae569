import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite("Programs that are run to their end")
struct ChildProcessTests {
  @Test(
    "Output and errors are written to the file, unless errors are ignored",
    arguments: [(false, "one\ntwo\n"), (true, "one\n")])
  func output(ignoresErrors: Bool, expected: String) throws {
    let folder = try TemporaryFolder()
    let process = try ChildProcess(
      "/bin/sh", ["-c", "echo $FIRST; echo two >&2; exit 3"], environment: ["FIRST": "one"],
      output: URL(filePath: folder.file("output")), ignoresErrors: ignoresErrors)
    #expect(try !process.run())
    #expect(try folder.text("output") == expected)
  }
}
