extension SnapshotFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .recorded(let path, let test):
      return """
        Record mode is on. Automatically recorded snapshot: …

            \(path)

        Look it over, turn the record mode off, and run "\(test)" again to compare with it.
        """
    case .recordedMissing(let path, let test):
      return """
        No reference was found on disk. Automatically recorded snapshot: …

            \(path)

        Look it over, and run "\(test)" again to compare with it.
        """
    case .missing(let path):
      return """
        No reference was found on disk. New snapshot was not recorded because recording is disabled

            \(path)

        Run the test with the record mode 'missing' to record it.
        """
    case .differs(let name, let path, let difference, let isRecorded):
      let title = "Snapshot\(name.map { " \"\($0)\"" } ?? "") does not match reference."
      let lines = difference.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \($0)" }
      return """
        \(title)\(isRecorded ? " A new snapshot was automatically recorded." : "")

            \(path)

        \(lines.joined(separator: "\n"))

        (Reference: −, Actual: +)
        """
    }
  }
}
