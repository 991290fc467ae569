extension LineError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  var description: String {
    switch self {
    case .script(let error): error.description
    case .action(let error): error.description
    case .tooLong: "the line is longer than \(LineSplitter.limit >> 20) MiB; shorten it"
    case .notUTF8: "the line is not text in UTF-8; save the script in that encoding"
    case .unreadable(let failure): "the input cannot be read on: \(failure)"
    }
  }
}
