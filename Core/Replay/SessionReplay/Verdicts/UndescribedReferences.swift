package import SessionModel

/// The references of a session that its log does not describe, and that nothing restores from it.
package struct UndescribedReferences: Codable, Equatable, Sendable {
  /// The paths of the references in the first and the last state.
  package private(set) var paths: [String] = []
  /// Whether the log is of version 0.1, and describes no references to elements.
  package private(set) var isOlder = false

  init() {}

  package init(in header: SessionHeader) {
    paths = header.undescribed ?? []
    isOlder = header.sharesValues && !header.describesReferences
  }

  package var isEmpty: Bool { paths.isEmpty && !isOlder }

  package var lines: [String] {
    paths.map {
      "'\($0)' is a reference that the log cannot describe, so that it is not restored or compared"
    }
      + (isOlder
        ? [
          "the log is of version 0.1, and describes neither references to elements nor the types "
            + "of stored values"
        ] : [])
  }
}
