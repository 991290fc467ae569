import Foundation
import Platform
import TestSupport
import Testing

#if os(Linux)
  /// A terminal that a test types into and reads from.
  final class PseudoTerminal: Sendable {
    /// The program's end of the terminal.
    let terminal: FileHandle
    private let master: Int32
    private let seen = Seen()
    private let stop = Pipe()
    private let isWatched = Mutex(false)
    private let isClosed = Mutex(false)

    /// Opens a pseudo-terminal with `ioctl_tty(2)`.
    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
      let getNumber: UInt = 0x8004_5430
      let setLock: UInt = 0x4004_5431
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: Int32 = 0
      var lock: Int32 = 0
      try #require(
        master >= 0 && ioctl(master, setLock, &lock) == 0 && ioctl(master, getNumber, &number) == 0)
      let file = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(file >= 0)
      terminal = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      resize(columns: columns, rows: rows)
    }

    /// Starts reading the program's output. Later calls do nothing.
    func watch() {
      // A second thread would close the descriptor again, although a new file may already have it.
      guard isFirst(isWatched) else { return }
      let thread = Thread { [master, seen, stop] in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let end = stop.fileHandleForReading.fileDescriptor
        while true {
          var files = [
            pollfd(fd: master, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
          ]
          guard poll(&files, 2, -1) > 0, files[1].revents == 0 else { break }
          let count = read(master, &bytes, bytes.count)
          if count <= 0 { break }
          seen.append(bytes[..<count])
        }
        // The reading thread must close the file, because its descriptor can be reused immediately.
        Glibc.close(master)
      }
      thread.start()
    }

    func resize(columns: UInt16, rows: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Types a text on a separate thread, because the program may read a long text slowly.
    func type(_ text: String) {
      type(bytes: Array(text.utf8))
    }

    func type(bytes: [UInt8]) {
      let thread = Thread { [master] in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
          if count <= 0 { return }
          rest = rest.dropFirst(count)
        }
      }
      thread.start()
    }

    /// Waits until the program writes a text, after the text that the last wait found.
    ///
    /// If the test exceeds its time limit, the terminal is closed, which also ends the program.
    func wait(for text: String) async {
      await withTaskCancellationHandler {
        await seen.wait(for: text)
      } onCancel: {
        close()
        seen.giveUp()
      }
    }

    /// The whole output of the program, including control sequences.
    var written: String { seen.text }

    /// The settings of the terminal that a program can change.
    var settings: [UInt32] {
      var settings = termios()
      tcgetattr(terminal.fileDescriptor, &settings)
      return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    /// Closes the terminal. `watch()` must have been called.
    func close() {
      guard isFirst(isClosed) else { return }
      terminal.closeFile()
      stop.fileHandleForWriting.closeFile()
    }

    private func isFirst(_ isDone: borrowing Mutex<Bool>) -> Bool {
      isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
    }

    deinit { close() }
  }

  /// The output so far, and the test that waits for more.
  private final class Seen: Sendable {
    private struct State {
      var bytes: [UInt8] = []
      var position = 0
      var isGivenUp = false
      var waiting: (text: String, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    func append(_ bytes: ArraySlice<UInt8>) {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.bytes += bytes
        guard let waiting = state.waiting, Self.find(waiting.text, &state) else { return nil }
        state.waiting = nil
        return waiting.continuation
      }
      continuation?.resume()
    }

    func wait(for text: String) async {
      await withCheckedContinuation { continuation in
        let exists = state.withLock { state in
          if state.isGivenUp || Self.find(text, &state) { return true }
          state.waiting = (text, continuation)
          return false
        }
        if exists { continuation.resume() }
      }
    }

    /// Resumes the waiting test, and all later tests immediately.
    func giveUp() {
      let waiting = state.withLock { state in
        state.isGivenUp = true
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.continuation.resume()
    }

    private static func find(_ text: String, _ state: inout State) -> Bool {
      guard let range = state.bytes[state.position...].firstRange(of: Array(text.utf8)) else {
        return false
      }
      state.position = range.upperBound
      return true
    }
  }
#endif
