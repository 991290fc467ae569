import Foundation

/// Tells a test that waits at a pipe how far the app is.
enum Signal {
  /// Writes a byte to the pipe `FAULTY_SIGNAL`, if there is one.
  static func send() {
    guard let path = ProcessInfo.processInfo.environment["FAULTY_SIGNAL"] else { return }
    FileHandle(forWritingAtPath: path)?.write(Data([1]))
  }
}
