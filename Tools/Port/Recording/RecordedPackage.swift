import Foundation
import SwiftSyntax

/// The additions of `--recordable` to a ported package: words in its sources, conformances, and a
/// program with the root feature.
struct RecordedPackage {
  let root: RootFeature
  var types: RecordedTypes
  /// The name of the package with the architecture.
  let reprise: String
  /// The folder with the clones of packages.
  let clones: String
  /// Returns the modules of packages that a module imports.
  let imports: (String) -> [String]
  /// The modules with live values of clients, which the app links and a feature does not import.
  let live: Set<String>

  var program: String { "\(root.module)Program" }

  /// The modules that the program imports.
  private var modules: [String] {
    Set([root.module] + root.modules + types.reads.map(\.module)).sorted()
  }

  /// The additional files, by their paths in the package.
  var files: [String: Data] {
    var files = ["Sources/\(program)/Program.swift": Data(programText.utf8)]
    for (module, names) in types.codable {
      let lines = names.sorted().map { name in
        // A conditional conformance does not imply the inherited one.
        "extension \(name): @retroactive Recordable, @retroactive CodableRecordable"
          + "\(condition(for: name)) {}"
      }
      let known = ["ComposableArchitecture", "Foundation", Substitutes.module]
      let list = (known + imports(module)).map { "import \($0)" }
      let text = (["// Written by reprise-port."] + list + [""] + lines).joined(separator: "\n")
      files["Sources/\(module)/RecordedTypes+Port.swift"] = Data((text + "\n").utf8)
    }
    return files
  }

  /// Whether sources of a module import the architecture for the additions.
  func hasWords(in module: AppModule) -> Bool {
    types.codable[module.name] != nil || module.sources.contains(where: types.hasWords)
  }

  /// Returns the conditions with which a type of a package is codable.
  private func condition(for name: String) -> String {
    var requirements: [String] = []
    for file in Folder.files(in: clones, where: { $0.hasSuffix(".swift") }) {
      guard let text = try? String(contentsOfFile: "\(clones)/\(file)", encoding: .utf8),
        text.contains("extension \(name)")
      else { continue }
      for requirement in CodingConditions.find(for: name, in: AppSource(path: file, text: text))
      where !requirements.contains(requirement) {
        requirements.append(requirement)
      }
    }
    return requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
  }

  /// The additional targets of the manifest.
  var targets: [String] {
    [
      """
          .executableTarget(
            name: \(program.quoted),
            dependencies: [
              \(live.union(modules).sorted().map(\.quoted).joined(separator: ", ")),
              .product(name: "AppShell", package: \(reprise.quoted)),
              .product(name: "ComposableArchitecture", package: \(reprise.quoted)),
            ],
            path: "Sources/\(program)"),
      """
    ]
  }

  private var programText: String {
    // The imports are lines of their own here, because this module does not import these modules.
    let imports =
      ["import AppShell", "import ComposableArchitecture"]
      + modules.map { "@testable import \($0)" }
    return """
      // Written by reprise-port.
      \(imports.joined(separator: "\n"))

      @main
      struct Program: ShellApp {
        static let name = \(root.module.quoted)
        static let version = "1.0.0"
        static var initialState: \(root.name).State { \(root.state) }
        \(feature)
        static func screen(of state: \(root.name).State) -> String {
          var text = ""
          customDump(state, to: &text)
          return text
        }\(recordedDependencies)
      }

      """
  }

  private var feature: String {
    root.isEnumeration
      ? "static var feature: some ReducerOf<\(root.name)> { \(root.name).body }"
      : "static var feature: \(root.name) { \(root.name)() }"
  }

  /// The list of the program's recorded dependencies.
  private var recordedDependencies: String {
    guard !types.reads.isEmpty else { return "" }
    let elements = types.reads.flatMap { "\($0.text),".split(separator: "\n") }
      .map { "\n      \($0)" }.joined()
    return """

        static var recordedDependencies: [RecordedDependency] {
          RecordedDependency.standard + [\(elements)
          ]
        }
      """
  }

  /// Makes the types recordable that errors name, and returns those that were not known.
  mutating func mend(
    _ errors: [BuildLog.Message], _ sources: PortedSources
  ) -> [PortState.RecordedType] {
    var found: [PortState.RecordedType] = []
    let pattern = /cannot be recorded; add '@Recordable' to '([^']+)'/
    for error in errors {
      guard let match = error.text.firstMatch(of: pattern) else { continue }
      let module = sources.modules[error.path] ?? root.module
      if types.add(String(match.1), in: module) {
        found.append(PortState.RecordedType(type: String(match.1), module: module))
      } else if RecordedTypes.isClass(String(match.1)),
        let name = types.addAsJSON(around: error.line, of: error.path)
      {
        found.append(PortState.RecordedType(type: name, module: module))
      }
    }
    return found
  }
}

/// The conditions of the extensions that make a type codable.
private final class CodingConditions: SyntaxVisitor {
  private let name: String
  private var requirements: [String] = []

  private init(name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  static func find(for name: String, in source: AppSource) -> [String] {
    let finder = CodingConditions(name: name)
    finder.walk(source.tree)
    return finder.requirements
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isCoding = node.inheritanceClause?.names.contains {
      ["Codable", "Decodable", "Encodable"].contains($0)
    }
    if node.declaredTypeName == name, isCoding == true, let clause = node.genericWhereClause {
      requirements += clause.requirements.map(\.requirement.trimmedDescription)
    }
    return .skipChildren
  }
}
