import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package enum Pager {
  /// Returns the shell command that starts the pager; `nil` if the output needs no pager.
  package static func command(in environment: ShellEnvironment) -> String? {
    guard environment.isOutputTerminal else { return nil }
    if let command = environment.variables["PAGER"] {
      let words = command.split(separator: " ")
      return words.isEmpty || words == ["cat"] ? nil : command
    }
    guard environment.variables["TERM"] != "dumb" else { return nil }
    let folders = (environment.variables["PATH"] ?? "").split(separator: ":")
    let hasLess = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/less")
    }
    // These options print a single page without waiting, and leave pages on the screen at exit.
    return hasLess ? "LESS=\"${LESS-FRX}\" less -R" : nil
  }

  /// Runs a function that prints to standard output, through a pager if the output is a terminal.
  @MainActor
  package static func showing(
    _ console: Console, in environment: ShellEnvironment, unless isOff: Bool,
    _ print: (Console) throws -> Int32
  ) rethrows -> Int32 {
    guard !isOff, let command = command(in: environment), let pipe = popen(command, "w")
    else { return try print(console) }
    // The pager handles interrupts. When it exits, the output ends as with any closed pipe.
    let interrupt = signal(SIGINT, SIG_IGN)
    let output = TextSink(descriptor: fileno(pipe), flushingLines: false)
    defer {
      output.flush()
      pclose(pipe)
      signal(SIGINT, interrupt)
    }
    return try print(Console(output: output, errors: console.errors))
  }
}
