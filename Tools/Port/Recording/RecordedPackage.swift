import Foundation

/// The additions of `--recordable` to a ported package: words in its sources, conformances, and a
/// program with the root feature.
struct RecordedPackage {
  let root: RootFeature
  var types: RecordedTypes

  private var program: String { "\(root.module)Program" }

  /// The additional files, by their paths in the package.
  var files: [String: Data] {
    var files = ["Sources/\(program)/Program.swift": Data(programText.utf8)]
    for (module, names) in types.codable {
      let lines = names.sorted().map { "extension \($0): @retroactive CodableRecordable {}" }
      let text =
        "// Written by reprise-port.\nimport ComposableArchitecture\nimport Foundation\n"
        + "import \(Substitutes.module)\n\n\(lines.joined(separator: "\n"))\n"
      files["Sources/\(module)/RecordedTypes+Port.swift"] = Data(text.utf8)
    }
    return files
  }

  /// The additional targets of the manifest.
  var targets: [String] {
    [
      """
          .executableTarget(
            name: \(program.quoted),
            dependencies: [
              \(root.module.quoted), .product(name: "AppShell", package: "reprise"),
              .product(name: "ComposableArchitecture", package: "reprise"),
            ],
            path: "Sources/\(program)"),
      """
    ]
  }

  private var programText: String {
    // The imports are lines of their own here, because this module does not import these modules.
    let imports = [
      "import AppShell", "import ComposableArchitecture", "@testable import \(root.module)",
    ]
    return """
      // Written by reprise-port.
      \(imports.joined(separator: "\n"))

      @main
      struct Program: ShellApp {
        static let name = \(root.module.quoted)
        static let version = "1.0.0"
        static var initialState: \(root.name).State { \(root.name).State() }
        static var feature: \(root.name) { \(root.name)() }
        static func screen(of state: \(root.name).State) -> String {
          var text = ""
          customDump(state, to: &text)
          return text
        }
      }

      """
  }

  /// Makes the types recordable that errors name. Returns whether anything changed.
  mutating func mend(_ errors: [BuildLog.Message], _ sources: PortedSources) -> Bool {
    var hasChanged = false
    for error in errors {
      guard
        let match = error.text.firstMatch(of: /cannot be recorded; add '@Recordable' to '([^']+)'/)
      else { continue }
      let module = sources.modules[error.path] ?? root.module
      hasChanged = types.add(String(match.1), in: module) || hasChanged
    }
    return hasChanged
  }
}
