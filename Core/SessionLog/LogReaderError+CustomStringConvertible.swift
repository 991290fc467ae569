extension LogReaderError: CustomStringConvertible {
  /// Says which log cannot be read, why, and what to do.
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code):
      "\(shown(path)): cannot be opened: \(SystemError.text(for: code)). "
        + "Check the name and the permissions."
    case .notARegularFile(let path):
      "\(shown(path)): is not a file. Give the path of a log."
    case .emptyFile(let path):
      "\(shown(path)): is empty, so there is nothing to read or to recover. Record it again."
    case .notGzip(let path):
      "\(shown(path)): is not a gzip file, and so not a log. Give the path of a log."
    case .notALog(let path):
      "\(shown(path)): is not a log of this format, though it begins as a gzip file does. "
        + "Give the path of a log."
    case .truncatedHeader(let path, let length):
      "\(shown(path)): ends within its header, after \(grouped(length)) bytes, so no step is left. "
        + "Record it again, or find a whole copy."
    case .damagedHeader(let path, let cause):
      "\(shown(path)): the header at offset 0 is damaged: \(cause). "
        + "No step can be read without it; find a whole copy."
    case .newerVersion(let path, let found, let supported):
      "\(shown(path)): is of version \(found) of the format; this program reads up to version "
        + "\(supported). Use a newer program."
    case .unknownFeature(let path, let name):
      "\(shown(path)): requires “\(shown(name))”, which this program does not know. "
        + "Use a newer program."
    case .damaged(let path, let damage):
      "\(shown(path)): \(damage)\(Self.remedy(path, damage))"
    }
  }

  private static func remedy(_ path: String, _ damage: LogDamage) -> String {
    guard damage.wholeSteps > 0 else { return " Nothing can be recovered; find a whole copy." }
    let it = damage.wholeSteps == 1 ? "it" : "them"
    return " `reprise recover \(shellWord(path)) -o whole.reprise` keeps \(it)."
  }
}
