#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The descriptors of standard input, output and error.
enum StandardDescriptors {
  /// Takes the places of those that the caller has closed, so that no file of the session gets one:
  /// its own log would be read as a script, or have messages written into it.
  ///
  /// They stay of no use: to read or write there fails, and is told as such.
  static func takePlaces() {
    let uses = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (number, mode) in uses where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free is given, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}
