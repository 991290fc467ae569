import Foundation
package import RecordCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The sinks for results and for messages.
package struct Console: Sendable {
  package let output: TextSink
  package let errors: TextSink

  /// Writes results to one sink, and messages to another.
  package init(output: TextSink, errors: TextSink) {
    self.output = output
    self.errors = errors
  }

  /// Replaces the secrets of a table by their tokens in all text from now on.
  package func redact(_ secrets: SecretTable) {
    output.redact(secrets)
    errors.redact(secrets)
  }

  /// The standard output and standard error of this process.
  static var ofProcess: Console {
    // A reader that goes away is noticed when something is written, and is no reason to die.
    signal(SIGPIPE, SIG_IGN)
    // A file that would become too long is an error, after which nothing half-written is left.
    signal(SIGXFSZ, SIG_IGN)
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

/// The descriptors of standard input, output and error.
enum StandardDescriptors {
  /// Opens those that the caller has closed, so that no file of the session gets their number:
  /// its own log would be read as a script, or have messages written into it.
  ///
  /// Reading and writing them fails, and is reported as such.
  static func takePlaces() {
    let uses = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (number, mode) in uses where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free is given, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}
