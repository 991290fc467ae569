package import CommandLineKit
import Foundation
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A folder for the log of a session that is shown but not kept.
package final class TemporaryRecording: Sendable {
  private let folder: String

  /// Creates the folder, accessible only by its owner.
  package init() throws(SystemFailure) {
    let parent = FileManager.default.temporaryDirectory.path
    var name = Array("\(parent)/reprise-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .last }
    folder = name.withUnsafeBufferPointer { $0.baseAddress.map { String(pathBytes: $0) } } ?? ""
  }

  deinit {
    remove()
  }

  package var log: String { "\(folder)/session.reprise" }

  /// Removes the folder and its contents. Can be called from any thread.
  package func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
