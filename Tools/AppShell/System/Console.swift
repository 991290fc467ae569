import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Where results and messages go.
package struct Console: Sendable {
  package let output: TextSink
  package let errors: TextSink

  /// Writes results to one sink, and messages to another.
  package init(output: TextSink, errors: TextSink) {
    self.output = output
    self.errors = errors
  }

  /// The standard output and standard error of this process.
  static var ofProcess: Console {
    // A reader that goes away is noticed when something is written, and is no reason to die.
    signal(SIGPIPE, SIG_IGN)
    let output = TextSink(
      descriptor: STDOUT_FILENO, flushingLines: isatty(STDOUT_FILENO) == 1)
    return Console(
      output: output,
      errors: TextSink(descriptor: STDERR_FILENO, flushingLines: true, after: output))
  }

  /// Ends the process when all results have been written; if they cannot be, that is a failure,
  /// unless a signal ends it: a terminal that has gone takes nothing.
  func exit(_ code: Int32) -> Never {
    output.flush()
    if case .failed(let cause) = output.health, code < 128 {
      errors.line("standard output cannot be written: \(SystemFailure(code: cause))")
      Foundation.exit(ExitCode.failure)
    }
    Foundation.exit(code)
  }
}
