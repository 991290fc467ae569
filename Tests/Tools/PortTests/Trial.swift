import Port

/// Small sources of an app, whose parts are left out as after a build.
struct Trial {
  private(set) var sources: PortedSources
  private let paths: [String]

  /// Creates a module from a file and a file beside it, a second module, and a module of tests.
  init(_ text: String, tests: String = "", beside: String = "", other: String = "") {
    let texts = [
      ("App", text), ("AppTests", tests), ("Beside", beside), ("Other", other),
    ].filter { $0.0 == "App" || !$0.1.isEmpty }
    let all = texts.map { AppSource(path: "/app/\($0.0).swift", text: $0.1) }
    paths = all.map(\.path)
    let files = ["App": ["App", "Beside"], "AppTests": ["AppTests"], "Other": ["Other"]]
    sources = PortedSources(
      all,
      modules: files.map { name, files in
        AppModule(
          name: name, isTest: name == "AppTests", folder: "/app",
          sources: files.map { "/app/\($0).swift" })
      },
      canImport: { $0 == "Foundation" },
      reasonWithout: { $0 == "SwiftUI" ? "Linux lacks the framework" : nil })
  }

  /// Leaves out what an error at the first place of some words follows from.
  @discardableResult
  mutating func mend(_ words: String, _ message: String, in file: Int = 0) -> Bool {
    PortBuild.mend([error(words, message, in: file)], &sources)
  }

  /// Returns the text after errors at several places in one build.
  func mending(_ words: String...) -> String {
    var copy = self
    _ = PortBuild.mend(words.map { error($0, "wrong", in: 0) }, &copy.sources)
    return copy.text()
  }

  private func error(_ words: String, _ message: String, in file: Int) -> BuildLog.Message {
    let text = sources.text(of: paths[file])
    let before = text.prefix(upTo: text.firstRange(of: words)?.lowerBound ?? text.endIndex)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return BuildLog.Message(
      path: paths[file], line: lines.count, column: (lines.last?.utf8.count ?? 0) + 1,
      text: message)
  }

  mutating func addUnknown(_ names: String...) {
    for name in names { sources.addUnknown([name: "cannot find '\(name)' on Linux"]) }
  }

  /// The lines of a file without the spaces at their ends.
  func text(_ file: Int = 0) -> String {
    sources.text(of: paths[file]).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }

  /// The text of the first file with the words of `--recordable`, and the reads of the program.
  var recorded: (text: String, reads: [String]) {
    let types = RecordedTypes(sources)
    return (types.text(of: paths[0]), types.reads.map(\.text))
  }

  /// Returns the root feature of `--recordable`.
  func root(_ name: String? = nil) throws(PortError) -> RootFeature {
    try RootFeature.find(
      named: name, in: sources,
      modules: paths.map { path in
        let module = path.hasSuffix("Other.swift") ? "Other" : "App"
        return AppModule(name: module, isTest: false, folder: "/app", sources: [path])
      })
  }

  var kinds: [Cut.Kind] { paths.flatMap { sources.cuts[$0]?.all.map(\.kind) ?? [] } }
}
