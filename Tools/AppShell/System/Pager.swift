import Foundation
import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that shows long output page by page.
package enum Pager {
  /// The command of the pager, for a shell; `nil` if the output is to be printed as it is.
  package static func command(in environment: ShellEnvironment) -> String? {
    guard environment.isOutputTerminal else { return nil }
    if let command = environment.variables["PAGER"] {
      let words = command.split(separator: " ")
      return words.isEmpty || words == ["cat"] ? nil : command
    }
    guard environment.variables["TERM"] != "dumb" else { return nil }
    let folders = (environment.variables["PATH"] ?? "").split(separator: ":")
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/less")
    }
    // A page is shown at once and left on the screen, unless the person wants it otherwise.
    return isThere ? "LESS=\"${LESS-FRX}\" less -R" : nil
  }

  /// Does what prints on standard output, through a pager if a person reads it at a terminal.
  @MainActor
  static func showing<App: ShellApp>(
    in shell: Shell<App>, unless isOff: Bool, _ print: (Shell<App>) throws -> Int32
  ) rethrows -> Int32 {
    guard !isOff, let command = command(in: shell.environment), let pipe = popen(command, "w")
    else { return try print(shell) }
    // An interrupt is the pager's; what it reads no more ends the output as a closed pipe does.
    let interrupt = signal(SIGINT, SIG_IGN)
    let output = TextSink(descriptor: fileno(pipe), flushingLines: false)
    defer {
      output.flush()
      pclose(pipe)
      signal(SIGINT, interrupt)
    }
    let console = Console(output: output, errors: shell.console.errors)
    return try print(
      Shell(console: console, environment: shell.environment, readAnswer: shell.readAnswer))
  }
}
