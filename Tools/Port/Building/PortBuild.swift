import Foundation

/// Builds the ported package, leaves out what does not compile, and builds again, until everything
/// compiles or nothing more can go.
package struct PortBuild {
  /// The end of the builds.
  enum End: Equatable {
    case built
    /// A package that stays as it is declared does not compile.
    case packageFault(identity: String)
    /// Errors that no cut mends.
    case stopped(String)
  }

  let folder: String
  let scratch: String
  let logs: String
  /// The app's files by the absolute paths of their copies.
  let origins: [String: String]
  /// Reports the progress.
  let show: (String) -> Void
  /// Writes the package with the current cuts.
  let write: (PortedSources) throws(PortError) -> Void
  private(set) var rounds = 0

  private static let maxRounds = 60

  mutating func run(_ sources: inout PortedSources) throws(PortError) -> End {
    for round in 1...Self.maxRounds {
      rounds = round
      try write(sources)
      let result = try ToolRun(
        ToolRun.build(folder, scratch: scratch) + ["--build-tests"],
        log: "\(logs)/build-\(round).log")
      if result.hasSucceeded { return .built }
      let log = BuildLog(result.output)
      let own = log.errors(in: origins).filter { sources.sources[$0.path] != nil }
      show("build \(round): \(own.count) errors")
      guard !own.isEmpty else { return Self.end(of: log, logs: logs) }
      let old = sources
      let hasChanged = Self.mend(own, &sources)
      try write(sources.changes(since: old), of: round)
      // The same errors can remain after a change, which comes before them.
      guard hasChanged else {
        return .stopped("\(own[0].path):\(own[0].line): \(own[0].text)")
      }
    }
    return .stopped("errors are left after \(Self.maxRounds) builds; see '\(logs)'")
  }

  /// Writes what a round has left out, for a person who asks why.
  private func write(_ lines: [String], of round: Int) throws(PortError) {
    try call {
      let text = lines.joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: URL(filePath: "\(logs)/cuts-\(round).txt"))
    }
  }

  /// Returns the reason why a build failed without errors in the app.
  static func end(of log: BuildLog, logs: String) -> End {
    if let foreign = log.errors.first {
      let parts = foreign.path.split(separator: "/").map(String.init)
      if let index = parts.lastIndex(of: "checkouts"), parts.indices.contains(index + 1) {
        return .packageFault(identity: parts[index + 1].lowercased())
      }
      return .stopped("\(foreign.path):\(foreign.line): \(foreign.text)")
    }
    return .stopped(log.failure ?? "the build failed; see '\(logs)'")
  }

  // MARK: Mending

  /// Leaves out something because of errors: first what mentions unknown names, then declarations
  /// whose headers are wrong, then bodies, and at last reducers. Returns whether anything changed.
  package static func mend(_ errors: [BuildLog.Message], _ sources: inout PortedSources) -> Bool {
    var hasChanged = false
    // Modules with errors at the same time do not import each other.
    let groups = Dictionary(grouping: errors) { sources.modules[$0.path] ?? "" }
    for (_, errors) in groups.sorted(by: { $0.key < $1.key }) {
      hasChanged = mendModule(errors, &sources) || hasChanged
    }
    return hasChanged
  }

  private static func mendModule(
    _ errors: [BuildLog.Message], _ sources: inout PortedSources
  ) -> Bool {
    var unknown: [String: [Fault]] = [:]
    var headers: [String: [Fault]] = [:]
    var bodies: [String: [Fault]] = [:]
    var names: [String: String] = [:]
    for error in errors {
      guard let source = sources.sources[error.path],
        let offset = source.offset(line: error.line, column: error.column)
      else { continue }
      let name = error.unknownName
      var fault = Fault(offset: offset, message: error.text, name: name)
      fault.isInReplacement = sources.cuts[error.path]?.contains(offset) == true
      if fault.isInReplacement {
        headers[error.path, default: []].append(fault)
      } else if let name, !sources.isDeclared(name) || sources.unknown[name] != nil {
        unknown[error.path, default: []].append(fault)
        if name.first?.isUppercase == true { names[name] = error.text }
      } else if source.isWithinBody(offset) {
        bodies[error.path, default: []].append(fault)
      } else {
        headers[error.path, default: []].append(fault)
      }
    }
    let spread = sources.addUnknown(names)
    var blocked = spread.blocked
    var hasChanged = spread.hasChanged
    for faults in [unknown, headers, bodies] where !hasChanged {
      let result = sources.apply(faults)
      hasChanged = result.hasChanged
      blocked.formUnion(result.blocked)
      if hasChanged { sources.addUnknown([:]) }
    }
    guard !hasChanged, !blocked.isEmpty else { return hasChanged }
    sources.cut(firstOfEachFile(blocked))
    sources.addUnknown([:])
    return true
  }

  /// Returns the reducers that name something unknown; without any, the first of each file, because
  /// the others may only follow from it.
  private static func firstOfEachFile(
    _ blocked: Set<PortedSources.Blocked>
  ) -> [PortedSources.Blocked] {
    let sorted = blocked.sorted {
      ($0.path, $0.range.lowerBound, $0.fault.offset) < (
        $1.path, $1.range.lowerBound, $1.fault.offset
      )
    }
    let certain = sorted.filter { $0.fault.name != nil }
    guard certain.isEmpty else { return certain }
    var seen: Set<String> = []
    return sorted.filter { seen.insert($0.path).inserted }
  }
}
