import App
import ComposableArchitecture
import Foundation
import ShoppingList

#if os(Linux)
  /// Measures what a user waits for on a pseudo-terminal.
  @MainActor
  enum ScreenFigures {
    private static let rounds = 20

    static func startup(in folder: String) throws -> Figure {
      let starts = try (0..<rounds).map { _ in
        let session = try TerminalSession(in: folder)
        defer { session.end() }
        return session.startMilliseconds
      }
      return Figure(
        "screen.startup", starts.min() ?? .nan, unit: "ms", .emptyProcess, .ratio(atMost: 20))
    }

    /// Measures a key in a list of 10,000 products, which must show its effect within a frame.
    static func key(in folder: String) throws -> Figure {
      Figure(
        "screen.key", try keyTime(rows: 10_000, in: folder), unit: "ms",
        Yardstick("in a list of 10 rows", try keyTime(rows: 10, in: folder)),
        .value(atMost: 16.7))
    }

    /// Returns the median milliseconds from a key that ticks a product to its step on the screen,
    /// while recording.
    private static func keyTime(rows: Int, in folder: String) throws -> Double {
      let products = StandardSession.state(rows: rows).shoppingList.products
      let data = folder + "/screen"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      try JSONEncoder().encode(products.elements)
        .write(to: URL(fileURLWithPath: data + "/shopping-list.json"))
      let session = try TerminalSession(in: folder)
      defer { session.end() }
      session.type("3:shoppingList.loadProducts\r")
      session.wait(for: "Product 0")
      var times: [Double] = []
      for _ in 0..<rounds {
        let time = milliseconds {
          session.type(" ")
          // The list of the last steps scrolls by one.
          session.waitForOutput()
        }
        times.append(time)
        session.waitForPause()
      }
      return times.sorted()[times.count / 2]
    }
  }

  /// The sample app, recorded, on the full screen of a pseudo-terminal.
  private final class TerminalSession {
    let startMilliseconds: Double
    private let process = Process()
    private let master: Int32

    init(in folder: String) throws {
      let getNumber: UInt = 0x8004_5430
      let setLock: UInt = 0x4004_5431
      let size: UInt = 0x5414
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: Int32 = 0
      var lock: Int32 = 0
      var window = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      guard master >= 0, ioctl(master, setLock, &lock) == 0,
        ioctl(master, getNumber, &number) == 0, ioctl(master, size, &window) == 0
      else { throw Subprocess.Failure(command: ["open", "/dev/ptmx"], status: errno) }
      let terminal = FileHandle(
        fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC),
        closeOnDealloc: true)
      process.executableURL = URL(fileURLWithPath: Subprocess.sibling("reprise"))
      process.arguments = [
        "record", folder + "/screen.reprise", "--force", "--data-dir", folder + "/screen",
      ]
      process.environment = [
        "TERM": "xterm-256color", "HOME": folder, "PATH": "/usr/bin:/bin",
      ]
      process.standardInput = terminal
      process.standardOutput = terminal
      process.standardError = FileHandle.nullDevice
      let start = DispatchTime.now().uptimeNanoseconds
      try process.run()
      var bytes: [UInt8] = []
      while bytes.firstRange(of: Array("key".utf8)) == nil { bytes += Self.read(master) }
      startMilliseconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
    }

    func type(_ text: String) {
      _ = text.withCString { write(master, $0, strlen($0)) }
    }

    func wait(for text: String) {
      var bytes: [UInt8] = []
      while bytes.firstRange(of: Array(text.utf8)) == nil { bytes += Self.read(master) }
      waitForPause()
    }

    func waitForOutput() {
      _ = Self.read(master)
    }

    /// Waits until the screen is idle. The status light is updated a moment after a step.
    func waitForPause() {
      var file = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      while poll(&file, 1, 600) > 0 { _ = Self.read(master) }
    }

    func end() {
      type("q")
      while process.isRunning {
        var file = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        if poll(&file, 1, 20) > 0, file.revents & Int16(POLLIN) != 0 { _ = Self.read(master) }
      }
      close(master)
    }

    // Read directly into the result. With a separate buffer, the address sanitizer reports a write
    // after the buffer was freed if the caller discards the result.
    private static func read(_ file: Int32) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
      }
    }
  }
#endif
