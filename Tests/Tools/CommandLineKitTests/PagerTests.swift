import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite("The pager")
struct PagerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A terminal uses the pager in PAGER, or 'less' if it is installed")
  func pagerCommand() throws {
    try folder.write(Data(), to: "less")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("less"))
    func command(_ variables: [String: String], isTerminal: Bool = true) -> String? {
      var environment = ShellEnvironment(program: "tally", arguments: [], variables: variables)
      environment.isOutputTerminal = isTerminal
      return Pager.command(in: environment)
    }
    #expect(command(["PAGER": "more -s"]) == "more -s")
    #expect(command(["PAGER": "more -s"], isTerminal: false) == nil)
    for none in ["", " ", "cat"] { #expect(command(["PAGER": none, "PATH": folder.path]) == nil) }
    #expect(command(["PATH": "/nowhere:\(folder.path)"]) == "LESS=\"${LESS-FRX}\" less -R")
    #expect(command(["PATH": "/nowhere"]) == nil)
    #expect(command(["PATH": folder.path, "TERM": "dumb"]) == nil)
  }
}
