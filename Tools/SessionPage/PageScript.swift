import CSessionPage

/// The page's modules as one script, as a document without outside resources needs it.
///
/// The modules import each other by name only, and their names are unique, so that they can follow
/// each other without their `import` statements and the word `export`.
package enum PageScript {
  /// A module of the script.
  package struct Module: Sendable {
    /// Its path below `Tools/SessionPage`.
    package let path: String
    package let text: String
  }

  /// The modules, each behind those that it imports.
  package static var modules: [Module] {
    (0..<session_page_module_count()).map { index in
      let file = session_page_module(index)
      return Module(path: String(cString: file.path), text: file.text)
    }
  }

  /// The script.
  package static let text = modules.map { joined($0.text) }.joined(separator: "\n")

  /// A module's text without the statements that join it to others.
  package static func joined(_ module: String) -> String {
    var lines: [Substring] = []
    var isImporting = false
    for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import ") { isImporting = true }
      if isImporting {
        isImporting = !line.hasSuffix(";")
      } else {
        lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
      }
    }
    return lines.joined(separator: "\n")
  }
}
