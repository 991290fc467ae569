import Foundation
import SessionLog
package import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The arguments, variables and terminals that a process was started with.
package struct ShellEnvironment: Equatable, Sendable {
  /// The name by which the program was called, without its folder.
  package var program: String
  /// The arguments behind it.
  package var arguments: [String]
  package var variables: [String: String] = [:]
  package var isInputTerminal = false
  package var isOutputTerminal = false
  package var isErrorTerminal = false
  /// How a process is started that replays logs as this one would; `nil` if that cannot be done.
  package var worker: WorkerExecutable?
  /// The columns of the terminal that is the output, if it is one.
  package var terminalWidth: Int?

  /// Describes a process that has no terminal.
  package init(program: String, arguments: [String], variables: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments
    self.variables = variables
  }

  /// Colours, and the width of lines.
  package func style(for color: ColorChoice) -> OutputStyle {
    let isColorful =
      switch color {
      case .always: true
      case .never: false
      // https://no-color.org: any value but an empty one.
      case .auto:
        isOutputTerminal && (variables["NO_COLOR"] ?? "").isEmpty && variables["TERM"] != "dumb"
      }
    let columns = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return OutputStyle(paint: Paint(isOn: isColorful), width: columns ?? terminalWidth)
  }

  /// Where the data of an app is kept: the XDG base directory specification, version 0.8.
  package func dataFolder(ofApp name: String) -> String {
    let folder = name.lowercased().replacing("/", with: "-")
    // Relative paths in the variable are to be ignored.
    if let base = variables["XDG_DATA_HOME"], base.hasPrefix("/") { return "\(base)/\(folder)" }
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return "\(home ?? FileManager.default.homeDirectoryForCurrentUser.path)/.local/share/\(folder)"
  }
}

/// How results are printed.
package struct OutputStyle: Equatable, Sendable {
  package var paint = Paint.none
  /// Longer lines are cut; `nil` leaves them.
  package var width: Int?

  /// Takes the defaults where nothing is given.
  package init(paint: Paint = .none, width: Int? = nil) {
    self.paint = paint
    self.width = width
  }
}

extension ShellEnvironment {
  /// The environment of this process.
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
    // Set by the shell itself: workers have a setting of their own.
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

  /// The lines of the terminal that is the output, if it is one.
  static var heightOfTerminal: Int? {
    sizeOfTerminal.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static var sizeOfTerminal: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
