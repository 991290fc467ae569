import SwiftSyntax
import SwiftIfConfig

/// The sources of the modules that are ported, with the cuts that were made in them.
package struct PortedSources {
  /// The sources by path.
  let sources: [String: AppSource]
  /// The paths in their order.
  let paths: [String]
  let tests: Set<String>
  /// The modules of the files.
  let modules: [String: String]
  let names: DeclaredNames
  package private(set) var cuts: [String: Cuts] = [:]
  /// The names that Linux lacks, with the reasons.
  private(set) var unknown: [String: String] = [:]
  /// The mentions of names of types in each file.
  private let mentions: [String: [NameFinder.Mention]]
  /// The names of the types that a class without members takes the place of.
  package private(set) var opaque: Set<String> = []

  /// A reducer that cannot stay.
  package struct Blocked: Hashable {
    let path: String
    let range: Range<Int>
    let name: String
    let fault: Fault
  }

  package init(
    _ all: [AppSource], modules: [AppModule], canImport: @escaping (String) -> Bool,
    reasonWithout: @escaping (String) -> String?
  ) {
    sources = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }
    paths = sources.keys.sorted()
    tests = Set(modules.filter(\.isTest).flatMap(\.sources))
    let pairs = modules.flatMap { module in module.sources.map { ($0, module.name) } }
    self.modules = Dictionary(pairs) { first, _ in first }
    let names = DeclaredNames(all, modules: self.modules)
    self.names = names
    var cuts: [String: Cuts] = [:]
    var mentions: [String: [NameFinder.Mention]] = [:]
    for source in all {
      let found = InterfaceFinder.cuts(of: source, names: names, reasonWithout: reasonWithout)
      cuts[source.path] = found
      let finder = NameFinder(
        names: names, modules: canImport, cuts: found, regions: source.regions(importing: canImport)
      )
      finder.walk(source.tree)
      mentions[source.path] = finder.mentions
    }
    self.cuts = cuts
    self.mentions = mentions
    addMissingTypes()
  }

  /// The modules that declare live values of dependencies.
  package var liveModules: Set<String> {
    let live = names.values.values.joined().filter {
      $0.name == "liveValue" && !tests.contains($0.path)
    }
    return Set(live.compactMap { modules[$0.path] })
  }

  /// The text of a file with its cuts.
  package func text(of path: String) -> String { text(of: path, with: cuts[path] ?? Cuts()) }

  func text(of path: String, with cuts: Cuts) -> String {
    sources[path].map { BlankedText.blanked($0.text, cuts) } ?? ""
  }

  /// The names that are mentioned and not declared in the sources.
  package var foreignNames: [String] {
    let all = mentions.values.flatMap { $0.map(\.name) }
    return Set(all).subtracting(names.all).sorted()
  }

  /// Whether the sources declare a name anywhere.
  func isDeclared(_ name: String) -> Bool {
    names.all.contains(name) || names.types[name] != nil
  }

  /// Restores the cuts of an earlier port.
  mutating func restore(
    _ earlier: [String: Cuts], unknown: [String: String], opaque: [String]
  ) {
    cuts.merge(earlier) { $1 }
    self.opaque.formUnion(opaque)
    self.unknown.merge(unknown) { first, _ in first }
  }

  /// Returns lines about the cuts and the types that were added.
  func changes(since old: PortedSources) -> [String] {
    let lines = paths.flatMap { path in
      let before = Set(old.cuts[path]?.all ?? [])
      return (cuts[path]?.all ?? []).filter { !before.contains($0) }
        .map { "\(path):\($0.line): \($0.kind.rawValue) \($0.name): \($0.reason)" }
    }
    return lines + opaque.subtracting(old.opaque).sorted().map { "a class for '\($0)'" }
  }

  // MARK: Cutting

  /// Leaves out what has faults, and returns whether anything changed, and the reducers that cannot
  /// stay.
  mutating func apply(_ faults: [String: [Fault]]) -> (hasChanged: Bool, blocked: Set<Blocked>) {
    var hasChanged = false
    var blocked: Set<Blocked> = []
    for (path, faults) in faults.sorted(by: { $0.key < $1.key }) {
      guard let source = sources[path] else { continue }
      let finder = CutFinder(source: source, names: names, isTest: tests.contains(path))
      for fault in faults.sorted(by: { ($0.offset, $0.message) < ($1.offset, $1.message) }) {
        if cuts[path]?.contains(fault.offset) == true {
          guard fault.isInReplacement else { continue }
          hasChanged = replaceReplacement(at: fault, in: path, blocked: &blocked) || hasChanged
          continue
        }
        switch finder.decision(for: fault) {
        case .cut(let cut): hasChanged = cuts[path, default: Cuts()].add(cut) || hasChanged
        case .blocked(let range, let name):
          blocked.insert(Blocked(path: path, range: range, name: name, fault: fault))
        case .needs(let type): hasChanged = opaque.insert(type).inserted || hasChanged
        case .none: continue
        }
      }
    }
    return (hasChanged, blocked)
  }

  /// Replaces the statement in the place of others, if that does not compile either.
  private mutating func replaceReplacement(
    at fault: Fault, in path: String, blocked: inout Set<Blocked>
  ) -> Bool {
    guard var cut = cuts[path]?.all.first(where: { $0.range.contains(fault.offset) }),
      let source = sources[path], !cut.replacement.isEmpty
    else { return false }
    guard cut.kind == .liveValue, !cut.replacement.contains(CutFinder.trap) else {
      let finder = CutFinder(
        source: source, names: names, isTest: tests.contains(path), isWhole: true)
      let start = Fault(offset: cut.range.lowerBound, message: cut.reason)
      switch finder.decision(for: start) {
      case .cut(let whole): return cuts[path]?.add(whole) ?? false
      case .blocked(let range, let name):
        blocked.insert(Blocked(path: path, range: range, name: name, fault: start))
        return false
      case .needs, .none: return false
      }
    }
    if let start = cut.replacement.firstIndex(of: "{") {
      cut.replacement = "\(cut.replacement[..<start]){ \(CutFinder.trap) }"
    } else {
      cut.replacement = CutFinder.trap
    }
    cuts[path]?.replace(cut)
    return true
  }

  /// Leaves out reducers that cannot stay.
  mutating func cut(_ blocked: some Sequence<Blocked>) {
    for item in blocked.sorted(by: {
      ($0.path, $0.range.lowerBound) < ($1.path, $1.range.lowerBound)
    }) {
      guard let source = sources[item.path] else { continue }
      cuts[item.path, default: Cuts()].add(
        Cut(
          range: item.range, kind: .feature, name: item.name, reason: item.fault.message,
          line: source.line(of: item.fault.offset)))
    }
    addMissingTypes()
  }

  // MARK: Unknown names

  /// Adds names that Linux lacks, and leaves out what mentions them, and what mentions a type that
  /// was left out, until nothing changes. Returns the reducers that cannot stay.
  @discardableResult
  package mutating func addUnknown(
    _ found: [String: String]
  ) -> (hasChanged: Bool, blocked: Set<Blocked>) {
    unknown.merge(found) { first, _ in first }
    var result = (hasChanged: false, blocked: Set<Blocked>())
    while true {
      addOpaqueTypes()
      let round = apply(faults { !opaque.contains($0.name) || !$0.isOpaque })
      result.blocked = round.blocked
      guard round.hasChanged else { return result }
      result.hasChanged = true
      addMissingTypes()
    }
  }

  /// Returns the faults of mentioned names.
  private func faults(where isFault: (NameFinder.Mention) -> Bool) -> [String: [Fault]] {
    var faults: [String: [Fault]] = [:]
    for path in paths {
      for mention in mentions[path] ?? [] where isFault(mention) {
        guard let reason = unknown[mention.name], cuts[path]?.contains(mention.offset) != true
        else { continue }
        faults[path, default: []].append(
          Fault(offset: mention.offset, message: reason, name: mention.name))
      }
    }
    return faults
  }

  /// Finds the unknown types that stored values have, before anything is left out because of them.
  private mutating func addOpaqueTypes() {
    for (path, faults) in faults(where: { $0.isOpaque && !opaque.contains($0.name) }) {
      guard let source = sources[path] else { continue }
      let finder = CutFinder(source: source, names: names, isTest: tests.contains(path))
      for fault in faults {
        if case .needs(let type) = finder.decision(for: fault) { opaque.insert(type) }
      }
    }
  }

  /// Adds the types whose every declaration was left out. Outside of its owner, the name of a type
  /// within another type means a different type, which a library may declare.
  private mutating func addMissingTypes() {
    for (name, declarations) in names.types
    where unknown[name] == nil && names.all.contains(name) {
      let isGone = declarations.allSatisfy { cuts[$0.path]?.covers($0.range) == true }
      if isGone, let reason = reason(for: declarations) { unknown[name] = reason }
    }
  }

  /// Returns the reason of the cut that contains a type.
  private func reason(for declarations: Set<DeclaredNames.TypeDeclaration>) -> String? {
    let found = declarations.min { ($0.path, $0.range.lowerBound) < ($1.path, $1.range.lowerBound) }
    guard let found,
      let cut = cuts[found.path]?.all.first(where: { $0.range.isSuperset(of: found.range) })
    else { return nil }
    let isShown = cut.kind == .interface || cut.kind == .preview
    return isShown ? "'\(cut.name)' is a part of the user interface" : cut.reason
  }
}

extension Cuts {
  /// Replaces a cut with the same range.
  mutating func replace(_ cut: Cut) { self = Cuts(all.map { $0.range == cut.range ? cut : $0 }) }

  private init(_ all: [Cut]) {
    self.init()
    for cut in all { add(cut) }
  }
}
