import Foundation
import Testing

/// A named pipe with which a test waits for the first byte that an app writes.
struct SignalPipe {
  let path: String

  init(at path: String) throws {
    self.path = path
    try #require(mkfifo(path, 0o600) == 0)
  }

  /// Waits for the byte on a separate thread. Other tests can then use the threads of tasks.
  func wait() async {
    await withCheckedContinuation { continuation in
      let thread = Thread { [path] in
        // Opening waits until the app opens the other end.
        _ = FileHandle(forReadingAtPath: path)?.availableData
        continuation.resume()
      }
      thread.start()
    }
  }
}
