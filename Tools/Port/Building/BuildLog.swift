/// The errors in the output of a build.
package struct BuildLog: Equatable {
  package struct Message: Hashable {
    package let path: String
    package let line: Int
    package let column: Int
    package let text: String

    package init(path: String, line: Int, column: Int, text: String) {
      (self.path, self.line, self.column, self.text) = (path, line, column, text)
    }
  }

  /// The errors, each once, by their places.
  package private(set) var errors: [Message] = []
  /// The last line with an error that has no place.
  package private(set) var failure: String?

  package init(_ log: String) {
    var found: Set<Message> = []
    // The error in the expansion of a macro, whose place follows.
    var pending: String?
    for line in log.split(separator: "\n") {
      if let place = Self.place(line), let kind = place.kind {
        if kind == "error", place.path.hasPrefix("/"), !place.path.contains("@__swiftmacro") {
          found.insert(
            Message(path: place.path, line: place.line, column: place.column, text: place.text))
        } else if kind == "error" {
          pending = place.text
        } else if kind == "note", place.text.contains("expanded code originates here"),
          let text = pending
        {
          let path = place.path.drop { $0 == "`" || $0 == "-" || $0 == " " }
          found.insert(
            Message(path: String(path), line: place.line, column: place.column, text: text))
          pending = nil
        }
      } else if line.hasPrefix("error: ") {
        failure = String(line.dropFirst("error: ".count))
      }
    }
    errors = found.sorted {
      ($0.path, $0.line, $0.column, $0.text) < ($1.path, $1.line, $1.column, $1.text)
    }
  }

  /// Returns the errors with the app's files in the place of their copies. Macros give the lines of
  /// a copy, which begins with a line of its own.
  func errors(in origins: [String: String]) -> [Message] {
    errors.map { error in
      guard let path = origins[error.path] else { return error }
      return Message(path: path, line: error.line - 1, column: error.column, text: error.text)
    }
  }

  private struct Place {
    let path: String
    let line: Int
    let column: Int
    let kind: Substring?
    let text: String
  }

  /// Splits `path:line:column: kind: text`.
  private static func place(_ line: Substring) -> Place? {
    let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let number = Int(parts[1]), let column = Int(parts[2]),
      parts[3].hasPrefix(" ")
    else { return nil }
    return Place(
      path: String(parts[0]), line: number, column: column, kind: parts[3].dropFirst(),
      text: String(parts[4].drop { $0 == " " }))
  }
}

extension BuildLog.Message {
  /// The name that the compiler doesn't find.
  var unknownName: String? {
    for start in ["cannot find type '", "cannot find '", "unknown attribute '"]
    where text.hasPrefix(start) {
      return String(text.dropFirst(start.count).prefix { $0 != "'" })
    }
    return nil
  }
}
