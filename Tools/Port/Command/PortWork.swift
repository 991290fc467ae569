import Foundation

/// The cuts and the builds of a port.
struct PortWork {
  let package: PortedPackage
  let options: PortOptions
  let scratch: String
  let logs: String
  let show: @Sendable (String) -> Void
  private(set) var sources: PortedSources
  private(set) var builds = 0
  private(set) var buildSeconds = 0.0
  /// The program of `--recordable`, once its feature is known.
  private(set) var program: PortReport.Program?

  init(
    package: PortedPackage, sources: [AppSource], options: PortOptions, scratch: String,
    logs: String, show: @escaping @Sendable (String) -> Void
  ) {
    self.package = package
    self.options = options
    self.scratch = scratch
    self.logs = logs
    self.show = show
    self.sources = PortedSources(
      sources, modules: package.modules, canImport: package.isKnown,
      reasonWithout: package.reasonWithout)
  }

  /// Finds the cuts, beginning with those of an earlier port of the same app.
  mutating func run(
    after earlier: PortState?, unbuildable: Set<String>
  ) throws(PortError) -> PortBuild.End {
    var state = PortState(key: try key())
    state.unbuildable = unbuildable.sorted()
    if let earlier, earlier.key == state.key {
      let same = earlier.files.filter { path, file in
        sources.sources[path].map { Digest($0.text).text == file.digest } ?? false
      }
      sources.restore(same.mapValues(\.cuts), unknown: earlier.unknown, opaque: earlier.opaque)
      state.probed = earlier.probed
      let isSame = same.count == sources.sources.count && same.count == earlier.files.count
      state.recorded = earlier.recorded
      if isSame, earlier.isBuilt {
        state = earlier
        if options.isRecordable { return try record(&state) }
        if try package.write(sources, nil) == 0 { return .built }
      }
    }
    if options.isUnbuilt {
      try package.write(sources, nil)
      try state.write(to: package.folder.path)
      return .stopped("'--no-build' was given, so that only views were left out")
    }
    let names = sources.foreignNames.filter { !state.probed.contains($0) }
    let start = Date()
    show("asking the compiler for \(names.count) names")
    let answer = try probe.answer(about: names)
    try probe.remove()
    let found: [String: String]
    switch answer {
    case .unknown(let names): found = names
    case .failed(let end): return end
    }
    buildSeconds += Date().timeIntervalSince(start)
    state.probed = (state.probed + names).sorted()
    let spread = sources.addUnknown(found)
    sources.cut(spread.blocked)
    sources.addUnknown([:])
    return try build(&state)
  }

  private mutating func build(_ state: inout PortState) throws(PortError) -> PortBuild.End {
    var build = PortBuild(
      folder: package.folder.path, scratch: scratch, logs: logs, origins: package.origins,
      show: show,
      write: { [package] sources throws(PortError) in try package.write(sources, nil) })
    let start = Date()
    let end = try build.run(&sources)
    buildSeconds += Date().timeIntervalSince(start)
    builds = build.rounds
    if case .packageFault = end { return end }
    state.isBuilt = end == .built
    state.unknown = sources.unknown
    state.opaque = sources.opaque.sorted()
    for (path, source) in sources.sources {
      state.files[path] = PortState.File(
        digest: Digest(source.text).text, cuts: sources.cuts[path] ?? Cuts())
    }
    try state.write(to: package.folder.path)
    guard end == .built, options.isRecordable else { return end }
    return try record(&state)
  }

  /// Adds the words and the program of `--recordable`, and what errors of the next builds name.
  private mutating func record(_ state: inout PortState) throws(PortError) -> PortBuild.End {
    let root: RootFeature
    do throws(PortError) {
      root = try RootFeature.find(named: options.root, in: sources, modules: package.modules)
    } catch {
      return .stopped("'--recordable': \(error)")
    }
    show("making the state of '\(root.name)' recordable")
    let isolated = package.modules.filter(\.settings.isMainActorDefault).map(\.name)
    var recording = RecordedPackage(
      root: root, types: RecordedTypes(sources, isolated: Set(isolated)),
      reprise: package.reprise.name,
      clones: "\(package.folder.path)/.build/app-packages",
      imports: { [package] in package.foreignImports(of: $0) }, live: sources.liveModules)
    program = PortReport.Program(name: recording.program, feature: root.name)
    for item in state.recorded { _ = recording.types.add(item.type, in: item.module) }
    let start = Date()
    defer { buildSeconds += Date().timeIntervalSince(start) }
    for round in 1...Self.maxRecordingBuilds {
      builds += 1
      try package.write(sources, recording)
      let result = try ToolRun(
        ToolRun.build(package.folder.path, scratch: scratch) + ["--build-tests"],
        log: "\(logs)/recording-\(round).log")
      if result.hasSucceeded { return .built }
      let errors = BuildLog(result.output).errors(in: package.origins)
      show("build \(builds): \(errors.count) errors")
      let found = recording.mend(errors, sources)
      if !found.isEmpty {
        state.recorded += found
        try state.write(to: package.folder.path)
      } else {
        let first = errors.first.map { "\($0.path):\($0.line): \($0.text)" }
        return .stopped("'--recordable': \(first ?? "the build failed; see '\(logs)'")")
      }
    }
    return .stopped("'--recordable': errors are left after \(Self.maxRecordingBuilds) builds")
  }

  private static let maxRecordingBuilds = 20

  /// The digest of everything but the contents of the sources.
  private func key() throws(PortError) -> String {
    var digest = Digest(PortState.version)
    // What didn't compile with an older state of Reprise may compile with a newer one.
    digest.add(try package.reprise.revision(log: "\(logs)/git.log"))
    for module in package.modules {
      digest.add("\(module)")
    }
    for text in package.packages + package.substitutes.sorted(by: { $0.key < $1.key }).map(\.value)
    {
      digest.add(text)
    }
    for name in sources.names.all.sorted() { digest.add(name) }
    for (type, values) in sources.names.values.sorted(by: { $0.key < $1.key }) {
      digest.add("\(type) \(values)")
    }
    return digest.text
  }

  private var probe: Probe {
    let imported = package.decision.products.keys.sorted()
    let all =
      ["ComposableArchitecture", "ComposableArchitectureTesting"]
      + KnownModules.compatibility.sorted() + imported
    return Probe(
      folder: package.folder.path, scratch: scratch, logs: logs,
      packages: package.packages.map { ".package(\($0))" },
      products: Set(all.flatMap(package.dependency)).sorted(),
      modules: [
        "Dispatch", "Foundation", "FoundationNetworking", "FoundationXML", "Observation",
        "RegexBuilder", "Synchronization", "Testing", "XCTest",
      ] + all, substitutes: package.substitutes)
  }
}
