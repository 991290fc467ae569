import Foundation
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package struct ShellEnvironment: Equatable, Sendable {
  /// The name by which the program was called, without its folder.
  package var program: String
  package var arguments: [String]
  package var variables: [String: String] = [:]
  package var isInputTerminal = false
  package var isOutputTerminal = false
  package var isErrorTerminal = false
  /// The name by which the program was called, with its folder.
  package var call: String?
  /// The path of the running executable; `nil` if it is unknown.
  package var executable: String?
  /// The number of columns, if the output is a terminal.
  package var terminalWidth: Int?

  package init(program: String, arguments: [String], variables: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments
    self.variables = variables
  }

  /// The folder for an app's data (XDG base directory specification 0.8).
  package func dataFolder(ofApp name: String) -> String {
    let folder = name.lowercased().replacing("/", with: "-")
    // The specification requires that relative paths are ignored.
    if let base = variables["XDG_DATA_HOME"], base.hasPrefix("/") { return "\(base)/\(folder)" }
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return "\(home ?? FileManager.default.homeDirectoryForCurrentUser.path)/.local/share/\(folder)"
  }
}

extension ShellEnvironment {
  package static var ofProcess: ShellEnvironment {
    // `CommandLine.arguments` would replace bytes that aren't valid UTF-8.
    let arguments = texts(CommandLine.unsafeArgv)
    let program = arguments.first?.split(separator: "/").last.map(String.init)
    var environment = ShellEnvironment(
      program: program ?? "reprise", arguments: Array(arguments.dropFirst()),
      variables: variables)
    environment.isInputTerminal = isatty(STDIN_FILENO) == 1
    environment.isOutputTerminal = isatty(STDOUT_FILENO) == 1
    environment.isErrorTerminal = isatty(STDERR_FILENO) == 1
    environment.terminalWidth = widthOfTerminal
    environment.call = arguments.first
    environment.executable = runningExecutable
    return environment
  }

  private static var runningExecutable: String? {
    #if os(Linux)
      // The running file, even if its name has since been given to another file.
      "/proc/self/exe"
    #else
      Bundle.main.executablePath
    #endif
  }

  /// The variables. Paths may not be valid UTF-8, so their variables are read as bytes.
  private static var variables: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["HOME", "XDG_DATA_HOME"] {
      if let path = getenv(name) { variables[name] = String(pathBytes: path) }
    }
    // This program has set the variable for itself. Workers have their own setting.
    if variables[CrashReport.variable] == CrashReport.hiddenRegisters {
      variables[CrashReport.variable] = nil
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
    sizeOfTerminal.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// The number of lines, if the output is a terminal.
  package static var heightOfTerminal: Int? {
    sizeOfTerminal.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static var sizeOfTerminal: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
