import Foundation
import Testing

// Pseudo-terminals are opened otherwise on other systems, and the shell does not care which it has.
#if os(Linux)
  @Suite("The program at a terminal", .timeLimit(.minutes(2)))
  struct TerminalTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// What a person types, as a terminal hands it to the program; the last key ends the input.
    private func type(_ lines: [String]) async throws -> Program.Outcome {
      let (master, terminal) = try Self.openTerminal()
      let child = try Child(["record", "s.reprise"], in: folder)
      try child.start(standardInput: terminal)
      try master.write(contentsOf: Data((lines.joined(separator: "\n") + "\n\u{4}").utf8))
      let outcome = try await child.outcome()
      try master.close()
      return outcome
    }

    /// Opens a pseudo-terminal by `ioctl_tty(2)`: both its ends.
    private static func openTerminal() throws -> (master: FileHandle, terminal: FileHandle) {
      let getNumber: UInt = 0x8004_5430
      let setLock: UInt = 0x4004_5431
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: Int32 = 0
      var lock: Int32 = 0
      try #require(
        master >= 0 && ioctl(master, setLock, &lock) == 0 && ioctl(master, getNumber, &number) == 0)
      let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(terminal >= 0)
      return (
        FileHandle(fileDescriptor: master, closeOnDealloc: true),
        FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
      )
    }

    @Test("The screen is shown at the start and after each step, behind a prompt")
    func screens() async throws {
      let outcome = try await type(["counter.incrTapped", "screen"])
      #expect(outcome.code == 0)
      let screens = outcome.output.components(separatedBy: "Reprise\n=======\n")
      // One at the start, three as what was saved is loaded, one after the tap, and one on demand.
      #expect(screens.count == 7)
      #expect(screens[1].contains("\n0\n[-] [+]"))
      #expect(screens[4].hasSuffix("> "))
      #expect(screens[5].contains("\n1\n[-] [+]"))
      #expect(outcome.output.hasSuffix("> \n"))
    }

    @Test("What an effect changes is shown as well")
    func effects() async throws {
      let outcome = try await type([
        "counter.incrTapped", "counter.nthPrimeButtonTapped", "wait effects",
      ])
      #expect(outcome.output.contains("The 1st prime is 2."))
      #expect(outcome.errors.hasPrefix("recorded 6 steps"))
    }

    @Test("A wrong line is told with what would be right, and the session goes on")
    func wrongLine() async throws {
      let outcome = try await type(["counter.incTapped", "wait", "counter.incrTapped"])
      #expect(outcome.code == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.first
          == "there is no action 'counter.incTapped'; did you mean 'counter.incrTapped'?")
      #expect(lines.dropFirst().first?.hasPrefix("'wait' takes a time") == true)
      #expect(lines.last?.hasPrefix("recorded 4 steps") == true)
    }
  }
#endif
