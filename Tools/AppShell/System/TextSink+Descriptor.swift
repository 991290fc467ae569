#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension TextSink {
  /// Creates a sink that writes to an open file; `SIGPIPE` must be ignored.
  convenience init(descriptor: Int32, flushingLines: Bool, after predecessor: TextSink? = nil) {
    self.init(flushingLines: flushingLines, after: predecessor) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Whoever started the process may have made the file non-blocking.
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = Self.wait(&poll)
        } else if errno != EINTR {
          return errno == EPIPE ? .closed : .failed(code: errno)
        }
      }
      return .open
    }
  }

  private static func wait(_ file: inout pollfd) -> Int32 { poll(&file, 1, -1) }
}
