import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Where the lines of a session come from.
struct ScriptInput: Equatable, Sendable {
  /// The name that messages give.
  let name: String
  let descriptor: Int32
  /// Whether a person sits there.
  let isTerminal: Bool

  /// Opens a script, or takes the standard input if it is `-` or none is given.
  init(_ script: String?, isTerminal: Bool) throws(SystemFailure) {
    guard let script, script != "-" else {
      name = "standard input"
      descriptor = STDIN_FILENO
      self.isTerminal = isTerminal
      return
    }
    descriptor = open(script.pathBytes, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    name = script
    self.isTerminal = false
  }
}
