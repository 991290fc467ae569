extension CorpusError: CustomStringConvertible {
  /// What is missing, and what is expected.
  package var description: String {
    switch self {
    case .missing(let path):
      "there is no file or folder '\(path)'"
    case .unreadable(let description):
      "the folder cannot be read: \(description)"
    case .empty(let folder):
      "there is no log under '\(folder)': logs are files whose names end in '.reprise'"
    }
  }
}
