package import SessionLog

package enum SessionImportError: Error, Sendable {
  case empty
  case notJSON(line: Int, offset: Int, description: String)
  /// A value of a line is missing or invalid.
  case badValue(line: Int, key: String, description: String)
  /// The lines or their header need a later version of the program.
  case newer(description: String)
  case writing(LogWriterError)
}

/// An error in a value, which is identified by its keys in the line.
struct ValueFault: Error {
  let key: String
  let description: String

  init(_ key: String, _ description: String) {
    self.key = key
    self.description = description
  }

  init(_ key: String, found: JSONValue, expected: String) {
    self.init(key, "\(found.shown) is not \(expected)")
  }
}

extension SessionImportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "the input has no lines; give a file that 'export' wrote"
    case .notJSON(let line, let offset, let description):
      "line \(line) is not JSON at byte \(offset + 1): \(description). Correct the line, or export "
        + "the log again."
    case .badValue(let line, let key, let description):
      "line \(line)\(key.isEmpty ? "" : ", '\(key)'"): \(description). Correct the line, or export "
        + "the log again."
    case .newer(let description):
      "\(description). Import it with the program that exported it, or a newer one."
    case .writing(let error): error.description
    }
  }
}
