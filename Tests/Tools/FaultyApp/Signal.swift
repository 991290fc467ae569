import Foundation

/// Signals a test that waits at a pipe.
enum Signal {
  static func send() {
    guard let path = ProcessInfo.processInfo.environment["FAULTY_SIGNAL"] else { return }
    FileHandle(forWritingAtPath: path)?.write(Data([1]))
  }
}
