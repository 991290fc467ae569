public import Foundation
import SessionReplay

/// The recorded sessions of a test target.
///
///     for session in Sessions.in("Sessions") {
///       try await expectReplay(of: session, by: AppFeature())
///     }
public enum Sessions {
  /// Returns all logs under a folder, in alphabetical order, each an argument of a test.
  ///
  ///     @Test(arguments: Sessions.in("Sessions"))
  ///     func replays(_ session: Session) async throws {
  ///       try await expectReplay(of: session, by: AppFeature())
  ///     }
  ///
  /// The path of the folder begins at the file of the test, and may be absolute. A folder that cannot
  /// be read, or has no log, gives one session, whose replay fails and says why. Leave the folder out
  /// of the test target with `exclude: ["Sessions"]`.
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

/// A recorded session that a test replays: the log at a path.
///
///     @Test(arguments: Sessions.in("Sessions"))
///     func replays(_ session: Session) async throws {
///       try await expectReplay(of: session, by: AppFeature())
///     }
public struct Session: Hashable, Sendable {
  /// The path of the log.
  let path: String
  /// The path from the folder on.
  let name: String
  /// Why there is no session, if there is none.
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

  /// The log.
  public var url: URL { URL(fileURLWithPath: path) }
}

extension Session: CustomStringConvertible {
  /// The path of the log, from the folder on.
  public var description: String { name.visible }
}

// Swift Testing identifies the case of a test by the coded argument, on every machine alike.
@_documentation(visibility: internal)
extension Session: Encodable {
  /// Encodes the path of the log, from the folder on.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
