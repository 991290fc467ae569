package import Foundation

extension PortReport {
  /// The report for a person.
  package var text: String {
    var lines: [String] = []
    lines.append(isBuilt ? "The package builds." : "The package doesn't build: \(error ?? "")")
    if let program {
      lines.append(
        "'swift run \(program.name)' runs, records and explores '\(program.feature)'.")
    }
    lines.append("")
    lines.append(Self.count(features, "reducers"))
    lines += Self.list(features)
    lines.append(Self.count(tests, "tests"))
    lines += Self.list(tests)
    if !missing.isEmpty {
      lines.append("Packages and modules that are missing:")
      lines += missing.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    }
    if !ported.isEmpty {
      lines.append("Modules of packages, ported with the app: \(ported.joined(separator: ", "))")
    }
    if !blanked.isEmpty {
      lines.append("Left out, of \(self.lines) lines:")
      lines += blanked.map { "  \($0.kind.rawValue): \($0.count), \($0.lines) lines" }
    }
    if !reasons.isEmpty {
      lines.append("The largest reasons:")
      for (index, reason) in reasons.enumerated() {
        lines.append("  \(reason.count == 1 ? "once" : "\(reason.count) times"): \(reason.text)")
        let next = index + 1 < reasons.count ? reasons[index + 1].remedy : nil
        if reason.remedy != next { lines.append("    \(reason.remedy)") }
      }
    }
    lines += remarks.map { "Remark: \($0)" }
    let own = String(format: "%.1f", seconds - buildSeconds)
    let other = String(format: "%.0f", buildSeconds)
    lines.append("\(builds) builds in \(other) s, everything else in \(own) s")
    return lines.joined(separator: "\n")
  }

  private static func count(_ items: [Item], _ noun: String) -> String {
    let taken = items.filter { $0.status == .taken }.count
    let part = items.filter { $0.status == .partly }.count
    let rest = part > 0 ? ", \(part) without some functions or effects" : ""
    return "\(taken) of \(items.count) \(noun) taken\(rest)"
  }

  private static func list(_ items: [Item]) -> [String] {
    items.filter { $0.status != .taken }.map { item in
      let line = item.reasonLine ?? item.line
      return
        "  \(item.file):\(line): \(item.name) \(item.status == .partly ? "in part" : "not taken")"
        + ": \(item.reason ?? "")"
    }
  }

  /// The report for a program.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}
