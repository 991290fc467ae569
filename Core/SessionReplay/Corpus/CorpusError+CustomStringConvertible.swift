#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension CorpusError: CustomStringConvertible {
  /// What is missing, and what is expected.
  package var description: String {
    switch self {
    case .missing(let path):
      "there is no file or folder '\(path)'"
    case .unfinished(let path):
      "there is no '\(path)', but the recording '\(path).partial', which was not finished: make a "
        + "log of it with 'recover'"
    case .noFile(let path):
      "'\(path)' is not a file; give the path of a log or of a folder of logs"
    case .unreadable(let path, let code):
      "'\(path)' cannot be read: \(String(cString: strerror(code))). Check the name and the "
        + "permissions."
    case .empty(let folder):
      "there is no log under '\(folder)': logs are files whose names end in '.reprise'"
    }
  }
}
