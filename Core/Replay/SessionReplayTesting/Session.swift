public import Foundation
import Platform
import ReplayCorpus
import SessionLog
import SessionReplay

/// The recorded sessions of a test target.
///
///     for session in Sessions.in("Sessions") {
///       try await expectReplay(of: session, by: AppFeature())
///     }
public enum Sessions {
  /// Returns all logs under a folder, in alphabetical order, for use as the arguments of a test.
  ///
  ///     @Test(arguments: Sessions.in("Sessions"))
  ///     func replays(_ session: Session) async throws {
  ///       try await expectReplay(of: session, by: AppFeature())
  ///     }
  ///
  /// The path of the folder is absolute, or relative to the test's file. If the folder cannot be
  /// read or has no logs, the result is one session whose replay fails with the reason. Exclude the
  /// folder from the test target with `exclude: ["Sessions"]`.
  public static func `in`(
    _ folder: String, filePath: StaticString = #filePath
  ) -> [Session] {
    let base = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
    let path = URL(fileURLWithPath: folder, relativeTo: base).standardizedFileURL.path
    do throws(CorpusError) {
      return try Corpus.logs(under: path).map { Session(path: $0, folder: path) }
    } catch {
      return [Session(path: path, name: folder, fault: error.description)]
    }
  }
}

/// A recorded session that a test replays.
///
///     @Test(arguments: Sessions.in("Sessions"))
///     func replays(_ session: Session) async throws {
///       try await expectReplay(of: session, by: AppFeature())
///     }
public struct Session: Hashable, Sendable {
  let path: String
  /// The path of the log, relative to the folder.
  let name: String
  let fault: String?

  init(path: String, name: String, fault: String? = nil) {
    self.path = path
    self.name = name
    self.fault = fault
  }

  fileprivate init(path: String, folder: String) {
    let start = folder.hasSuffix("/") ? folder : "\(folder)/"
    self.init(path: path, name: String(path.dropFirst(start.count)))
  }

  /// The location of the log.
  public var url: URL { URL(fileURLWithPath: path) }
}

extension Session: CustomStringConvertible {
  /// The path of the log, relative to the folder.
  public var description: String { name.visible }
}

// Swift Testing identifies a case by its encoded argument, which must not depend on the machine.
@_documentation(visibility: internal)
extension Session: Encodable {
  /// Encodes the path of the log, relative to the folder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
