package import SessionLog
import SessionReplay

/// Why lines of JSON are not made a log.
package enum SessionImportError: Error, Sendable {
  /// There is no line at all.
  case empty
  /// A line is no object of JSON.
  case notJSON(line: Int, offset: Int, description: String)
  /// A value of a line is missing, or is another than it must be.
  case badValue(line: Int, key: String, description: String)
  /// The header needs a later version of the program.
  case newer(description: String)
  /// The log cannot be written.
  case writing(LogWriterError)
}

/// What is wrong with a value, by the keys that lead to it in its line.
struct ValueFault: Error {
  let key: String
  let description: String

  init(_ key: String, _ description: String) {
    self.key = key
    self.description = description
  }

  /// A value of another kind than its type asks for.
  init(_ key: String, found: JSONValue, expected: String) {
    self.init(key, "\(found.shown) is not \(expected)")
  }
}

extension SessionImportError: CustomStringConvertible {
  /// What is wrong, in which line, and what can be done.
  package var description: String {
    switch self {
    case .empty:
      "there is no line; give a file that 'export' wrote"
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
