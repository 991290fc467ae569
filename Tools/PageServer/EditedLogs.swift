import Platform

/// The logs that were written while a server ran, which it serves beside its own.
final class EditedLogs: Sendable {
  private let paths = Mutex<[String: String]>([:])

  /// Adds a log, and returns the name under which it is served.
  func add(_ path: String) -> String {
    paths.withLock { paths in
      // A log of a different folder may have the same name.
      let name = paths[path.fileName, default: path] == path ? path.fileName : path
      paths[name] = path
      return name
    }
  }

  func path(named name: String?) -> String? {
    name.flatMap { name in paths.withLock { $0[name] } }
  }
}
