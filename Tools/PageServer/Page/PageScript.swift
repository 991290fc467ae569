import CSessionPage

/// The page's modules as one script. The document then needs no outside resources.
///
/// The modules import each other only by unique names. They can therefore be concatenated without
/// their `import` statements and the word `export`.
package enum PageScript {
  package struct Module: Sendable {
    /// The path below `Tools/SessionPage`.
    package let path: String
    package let text: String
  }

  /// The modules, each after the modules that it imports.
  package static var modules: [Module] {
    (0..<session_page_module_count()).map { index in
      let file = session_page_module(index)
      return Module(path: String(cString: file.path), text: file.text)
    }
  }

  package static let text = modules.map { joined($0.text) }.joined(separator: "\n")

  /// Returns the text of a module without imports and the word `export`.
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
