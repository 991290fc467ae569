import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package struct Console: Sendable {
  package let output: TextSink
  package let errors: TextSink

  package init(output: TextSink, errors: TextSink) {
    self.output = output
    self.errors = errors
  }

  /// Rewrites each subsequent text before it is written.
  package func rewriteTexts(_ rewrite: @escaping @Sendable (String) -> String) {
    output.rewriteTexts(rewrite)
    errors.rewriteTexts(rewrite)
  }

  package static var ofProcess: Console {
    // The signal of a closed output would end the process. The next write reports it instead.
    signal(SIGPIPE, SIG_IGN)
    // A file over the size limit is reported as an error, which allows removing the partial file.
    signal(SIGXFSZ, SIG_IGN)
    let output = TextSink(
      descriptor: STDOUT_FILENO, flushingLines: isatty(STDOUT_FILENO) == 1)
    return Console(
      output: output,
      errors: TextSink(descriptor: STDERR_FILENO, flushingLines: true, after: output))
  }

  /// Flushes the output and ends the process. If the output cannot be written, the exit code is a
  /// failure's, except after a signal: the terminal may have been closed.
  package func exit(_ code: Int32) -> Never {
    output.flush()
    if case .failed(let cause) = output.health, code < 128 {
      errors.line("cannot write standard output: \(SystemFailure(code: cause))")
      Foundation.exit(ExitCode.failure)
    }
    Foundation.exit(code)
  }
}

/// The descriptors of standard input, output and error.
package enum StandardDescriptors {
  /// Opens closed descriptors. Otherwise another file could get their numbers: a log could be read
  /// as a script, or messages written into it. Reading the opened standard input fails, and so does
  /// writing to the opened outputs.
  package static func openMissing() {
    let uses = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (number, mode) in uses where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}
