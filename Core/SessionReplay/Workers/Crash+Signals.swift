#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension Crash.Cause {
  /// What a signal means that ended the app.
  static func text(ofSignal number: Int32) -> String {
    switch number {
    case SIGILL, SIGTRAP: "a trap (\(name(ofSignal: number))), as of an overflow or a failed check"
    case SIGABRT: "abort() (SIGABRT)"
    case SIGSEGV, SIGBUS: "a wrong access to memory (\(name(ofSignal: number)))"
    case SIGFPE: "a wrong calculation (SIGFPE)"
    case SIGKILL: "killed from outside (SIGKILL), as the system does when memory is short"
    default: "ended by \(name(ofSignal: number))"
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
      SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGQUIT: "SIGQUIT",
      SIGSYS: "SIGSYS", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGXCPU: "SIGXCPU",
      SIGXFSZ: "SIGXFSZ", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2",
    ]
    return names[number] ?? "signal \(number)"
  }
}
