import ReplayCorpus
package import SessionReplay

/// The merged results of all shards of a replay.
package struct ResultsMerge: Sendable {
  /// Messages about missing results; empty if the results are complete.
  package private(set) var missing: [String] = []
  package let app: String

  private struct Line: Sendable {
    let position: Int
    let file: Int
    let range: Range<UInt64>
  }

  private let files: [ResultsLines]
  private var lines: [Line] = []

  /// Creates the merged results of files, which must be shards of one replay.
  package init(_ paths: [String]) throws(ResultsError) {
    var files: [ResultsLines] = []
    for path in paths { files.append(try ResultsLines(of: path)) }
    self.files = files
    let first = files.first?.header
    app = first?.app ?? ""
    var shards: [Shard: String] = [:]
    var count = 1
    for (index, file) in files.enumerated() {
      guard let shard = Shard(file.header.shard) else { throw .notResults(file.path) }
      if index == 0 { count = shard.count }
      if let difference = first?.difference(from: file.header) {
        throw .otherReplay(file.path, difference)
      }
      guard shard.count == count else {
        throw .otherReplay(file.path, "of shard \(shard), and the first file is one of \(count)")
      }
      if let other = shards[shard] {
        throw .otherReplay(file.path, "of shard \(shard), and so has '\(other)'")
      }
      shards[shard] = file.path
      try read(file, index)
    }
    let absent = MissingShards(besides: shards.keys.map(\.index), of: count)
    if let absent { missing.append("\(absent)") }
    lines.sort { ($0.position, $0.file) < ($1.position, $1.file) }
  }

  private mutating func read(_ file: ResultsLines, _ index: Int) throws(ResultsError) {
    var ranges: [Int: Range<UInt64>] = [:]
    try file.forEach { line, range in ranges[line.position] = range }
    lines += ranges.map { Line(position: $0, file: index, range: $1) }
    guard ranges.count != file.header.logs else { return }
    missing.append(
      "'\(file.path)' has the results of \(ranges.count) of the \(file.header.logs) logs of shard "
        + "\(file.header.shard); restart its task, which continues there")
  }

  /// Calls a function with the report of each log. Several shards replay a log if its own path was
  /// given. The function then gets the worst of their reports.
  package func forEach(_ body: (ReplayReport) -> Void) throws(ResultsError) {
    var rest = lines[...]
    while let position = rest.first?.position {
      var reports: [ReplayReport] = []
      for line in rest.prefix(while: { $0.position == position }) {
        rest.removeFirst()
        let report = try files[line.file].line(in: line.range).report
        guard let index = reports.firstIndex(where: { $0.path == report.path }) else {
          reports.append(report)
          continue
        }
        if report.verdict.kind > reports[index].verdict.kind { reports[index] = report }
      }
      reports.forEach(body)
    }
  }
}
