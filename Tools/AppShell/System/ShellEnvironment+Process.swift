import Foundation
import SessionLog
import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension ShellEnvironment {
  /// What this process was given.
  static var ofProcess: ShellEnvironment {
    // Not `CommandLine.arguments`, which puts other bytes in the place of those that are no text.
    let arguments = texts(CommandLine.unsafeArgv)
    let program = arguments.first?.split(separator: "/").last.map(String.init)
    var environment = ShellEnvironment(
      program: program ?? "reprise", arguments: Array(arguments.dropFirst()),
      variables: variables)
    environment.isInputTerminal = isatty(STDIN_FILENO) == 1
    environment.isOutputTerminal = isatty(STDOUT_FILENO) == 1
    environment.isErrorTerminal = isatty(STDERR_FILENO) == 1
    environment.terminalWidth = widthOfTerminal
    environment.worker = executable.map {
      WorkerExecutable(
        path: $0, name: arguments.first ?? $0, environment: environment.variables)
    }
    return environment
  }

  /// The path of the executable that runs.
  private static var executable: String? {
    #if os(Linux)
      // The file that runs, also if another stands under its name by now.
      "/proc/self/exe"
    #else
      Bundle.main.executablePath
    #endif
  }

  /// The variables; those that name folders may be no text either.
  private static var variables: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["HOME", "XDG_DATA_HOME"] {
      if let path = getenv(name) { variables[name] = String(pathBytes: path) }
    }
    return variables
  }

  private static func texts(_ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
    -> [String]
  {
    var texts: [String] = []
    while let pointer = pointers[texts.count] { texts.append(String(pathBytes: pointer)) }
    return texts
  }

  private static var widthOfTerminal: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
