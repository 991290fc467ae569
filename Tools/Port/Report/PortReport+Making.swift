import SwiftSyntax

extension PortReport {
  init(
    project: AppProject, package: PortedPackage, work: PortWork, end: PortBuild.End,
    seconds: Double
  ) {
    let sources = work.sources
    isBuilt = end == .built
    program = end == .built ? work.program : nil
    error =
      switch end {
      case .built: nil
      case .packageFault(let identity): "the package '\(identity)' does not build"
      case .stopped(let reason): reason
      }
    let own = project.modules
    modules = own.map(\.name)
    ported = package.decision.modules.map(\.name)
    missing = package.missing
    remarks = project.remarks
    features = own.filter { !$0.isTest }.flatMap { Self.features(of: $0, sources) }
    tests = own.filter(\.isTest).flatMap { Self.tests(of: $0, sources) }
    let paths = Set(own.flatMap(\.sources))
    let cuts = sources.cuts.filter { paths.contains($0.key) }
    blanked = Self.blanked(cuts, sources)
    reasons = Self.reasons(cuts)
    lines = paths.reduce(0) { $0 + (sources.sources[$1]?.text.split(separator: "\n").count ?? 0) }
    builds = work.builds
    self.seconds = seconds
    buildSeconds = work.buildSeconds
  }

  // MARK: Features and tests

  private static func features(of module: AppModule, _ sources: PortedSources) -> [Item] {
    items(of: module, sources) { $0.features }
  }

  private static func tests(of module: AppModule, _ sources: PortedSources) -> [Item] {
    items(of: module, sources) { $0.tests }
  }

  private static func items(
    of module: AppModule, _ sources: PortedSources,
    _ list: (FeatureFinder) -> [FeatureFinder.Item]
  ) -> [Item] {
    module.sources.flatMap { path -> [Item] in
      guard let source = sources.sources[path] else { return [] }
      let finder = FeatureFinder(viewMode: .sourceAccurate)
      finder.walk(source.tree)
      let cuts = sources.cuts[path] ?? Cuts()
      return list(finder).map { item in
        let whole = cuts.all.first { $0.range.isSuperset(of: item.range) }
        let part = cuts.within(item.range).first { [.body, .effect, .feature].contains($0.kind) }
        let cut = whole ?? part
        return Item(
          module: module.name, name: item.name, file: path,
          line: source.line(of: item.range.lowerBound),
          status: whole != nil ? .missing : part != nil ? .partly : .taken,
          reason: cut?.reason, reasonLine: cut?.line)
      }
    }
  }

  // MARK: Cuts

  private static func blanked(_ cuts: [String: Cuts], _ sources: PortedSources) -> [Blanked] {
    var counts: [Cut.Kind: (count: Int, lines: Int)] = [:]
    for (path, cuts) in cuts {
      guard let source = sources.sources[path] else { continue }
      for cut in cuts.all {
        let last = source.line(of: max(cut.range.lowerBound, cut.range.upperBound - 1))
        let lines = last - source.line(of: cut.range.lowerBound) + 1
        let old = counts[cut.kind] ?? (0, 0)
        counts[cut.kind] = (old.count + 1, old.lines + lines)
      }
    }
    return Cut.Kind.allCases.compactMap { kind in
      counts[kind].map { Blanked(kind: kind, count: $0.count, lines: $0.lines) }
    }
  }

  private static func reasons(_ cuts: [String: Cuts]) -> [Reason] {
    var counts: [String: Int] = [:]
    for cut in cuts.values.flatMap(\.all) {
      switch cut.kind {
      case .framework, .interface, .preview, .attribute: continue
      default: counts[cut.reason, default: 0] += 1
      }
    }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(10).map { Reason(text: $0.key, count: $0.value, remedy: remedy($0.key)) }
  }

  private static func remedy(_ reason: String) -> String {
    if reason.hasPrefix("cannot find") {
      return "declare the name in a file for '--substitutes', or move its use into a client"
    }
    if reason.hasPrefix("external macro implementation") {
      return "macros are not ported; write out what the macro adds, or exclude the file"
    }
    if reason.contains("user interface") {
      return "move what isn't a view out of the file's views"
    }
    return "report the error, with the declaration, if it compiles on Apple's systems"
  }
}
