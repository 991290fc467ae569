import Foundation
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A folder for the log of a session that is only shown, and not kept.
package final class TemporaryRecording: Sendable {
  private let folder: String

  /// Creates the folder, which is for its owner alone.
  init() throws(SystemFailure) {
    let parent = FileManager.default.temporaryDirectory.path
    var name = Array("\(parent)/reprise-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .last }
    folder = name.withUnsafeBufferPointer { $0.baseAddress.map { String(pathBytes: $0) } } ?? ""
  }

  deinit {
    remove()
  }

  /// Where the log is to be.
  var log: String { "\(folder)/session.reprise" }

  /// Removes the folder with what is in it; from any thread.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
