import SessionDocument
import SessionReplay

/// The results of replays as GitHub workflow commands, one annotation for each cause of failure.
///
/// The syntax of workflow commands:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
package struct GitHubAnnotations: Sendable {
  /// The maximum number of errors that GitHub shows for a step.
  private static let maxShown = 10

  private let groups: [ReportGroup]

  package init(_ overview: ReplayOverview) {
    groups = overview.groups.filter { $0.kind != .match }
  }

  package var lines: [String] {
    guard groups.count > Self.maxShown else { return groups.map(line) }
    let shown = groups.prefix(Self.maxShown - 1)
    let rest = groups.dropFirst(shown.count)
    let logs = UInt64(rest.reduce(0) { $0 + $1.count }).counted("log")
    let title = "\(UInt64(rest.count).counted("more reason")) in \(logs)"
    let text = rest.map(\.cause.description).joined(separator: "\n")
    return shown.map(line) + [command(file: nil, title: title, text)]
  }

  private func line(of group: ReportGroup) -> String {
    var lines = ReplayText().brief.lines(for: group.smallest)
    let others = UInt64(group.count - 1)
    if others > 0 { lines.append("the same in \(others.counted("other log"))") }
    return command(
      file: group.smallest.path, title: group.cause.description, lines.joined(separator: "\n"))
  }

  private func command(file: String?, title: String, _ message: String) -> String {
    let file = file.map { "file=\($0.escapedProperty)," } ?? ""
    return "::error \(file)title=\(title.escapedProperty)::\(message.escapedData)"
  }
}

extension String {
  fileprivate var escapedData: String {
    escaping(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  fileprivate var escapedProperty: String {
    escaping(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  // Escapes scalars rather than characters: CR LF is a single character.
  private func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let escape = escapes[scalar] {
        result += escape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
