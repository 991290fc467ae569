import SwiftIfConfig
import SwiftSyntax

/// The types that the states and the actions of an app's reducers contain, and the words that make
/// them recordable.
package struct RecordedTypes {
  /// The types of other modules that are recorded as JSON, by the module that declares it.
  private(set) var codable: [String: Set<String>] = [:]
  /// The functions of dependencies whose answers the program records.
  package private(set) var reads: [RecordedRead] = []
  private var words: [String: Set<Word>] = [:]
  private var placesAsJSON: Set<TypePlace> = []
  private var removed: [String: [(range: Range<Int>, name: String)]] = [:]
  private let sources: PortedSources
  private let facts: [String: TypeFacts]

  private struct Word: Hashable {
    let offset: Int
    let text: String
    let name: String
  }

  /// The declarations of a type, and the names in them.
  fileprivate struct TypeFacts {
    var places: Set<TypePlace> = []
    /// The names that the types of stored values and cases mention.
    var mentioned: Set<String> = []
  }

  fileprivate struct TypePlace: Hashable {
    let path: String
    let span: Range<Int>
    let isObject: Bool
    let isRecordable: Bool
    /// The end of the inherited types if the type is codable.
    let endOfInheritance: Int?

    var offset: Int { span.lowerBound }
  }

  /// Finds the types of the reducers that stay. `isolated` are the modules whose declarations
  /// belong to the main actor, where a recorder cannot read their dependencies.
  package init(_ sources: PortedSources, isolated: Set<String> = []) {
    self.sources = sources
    var facts: [String: TypeFacts] = [:]
    var roots: Set<String> = []
    for path in sources.paths where !sources.tests.contains(path) {
      guard let source = sources.sources[path] else { continue }
      let finder = TypeFinder(
        path: path, cuts: sources.cuts[path] ?? Cuts(), regions: source.regions)
      finder.walk(source.tree)
      for (name, found) in finder.types {
        facts[name, default: TypeFacts()].places.formUnion(found.places)
        facts[name]?.mentioned.formUnion(found.mentioned)
      }
      roots.formUnion(finder.roots)
      removed[path] = finder.removed
      words[path, default: []].formUnion(
        finder.reducers.map { Word(offset: $0.offset, text: $0.text, name: "@Reducer") })
    }
    self.facts = facts
    roots.formUnion(addAnswers(without: isolated))
    var queue = roots.sorted()
    var seen: Set<String> = []
    while let name = queue.popLast() {
      guard seen.insert(name).inserted, let found = facts[name] else { continue }
      mark(name)
      queue += found.mentioned.sorted()
    }
  }

  /// Makes the answers of dependencies recorded, and returns the names of their types.
  private mutating func addAnswers(without isolated: Set<String>) -> Set<String> {
    var mentioned: Set<String> = []
    var clients: [String: [AnsweringFunction]] = [:]
    var dependencies: [(name: String, type: TypeSyntax, module: String)] = []
    for path in sources.paths where !sources.tests.contains(path) {
      guard let source = sources.sources[path] else { continue }
      let finder = AnswerFinder(cuts: sources.cuts[path] ?? Cuts())
      finder.walk(source.tree)
      for endpoint in finder.endpoints where isRecordable(endpoint.function) {
        mentioned.formUnion(endpoint.function.names)
        words[path, default: []].insert(
          Word(offset: endpoint.offset, text: endpoint.words, name: endpoint.function.name))
      }
      clients.merge(finder.clients) { $0 + $1 }
      dependencies += finder.dependencies.map { ($0, $1, sources.modules[path] ?? "") }
    }
    for (name, type, module) in dependencies where !isolated.contains(module) {
      let whole = AnsweringFunction(name, type)
      let client = type.trimmedDescription
      let isClient = sources.names.types[client]?.count == 1
      for function in whole.map({ [$0] }) ?? (isClient ? clients[client] : nil) ?? []
      where function.isSendable && isRecordable(function) {
        mentioned.formUnion(function.names)
        reads.append(
          RecordedRead(
            dependency: name, module: module, function: function, isWhole: whole != nil))
      }
    }
    return mentioned
  }

  /// Whether a log can have a function's answers, when the app's types among them are recordable.
  private func isRecordable(_ function: AnsweringFunction) -> Bool {
    var queue = Array(function.names)
    var seen: Set<String> = []
    while let name = queue.popLast() {
      guard seen.insert(name).inserted else { continue }
      if let found = facts[name] {
        guard found.places.allSatisfy({ !$0.isObject }) else { return false }
        queue += found.mentioned
      } else if sources.isDeclared(name)
        || !(Self.plain.contains(name) || Substitutes.isRecordable(name))
      {
        return false
      }
    }
    return true
  }

  private static let plain = Set(
    """
    Array Bool CGFloat Data Date Decimal Dictionary Double Duration Float IdentifiedArray \
    IdentifiedArrayOf Int Int16 Int32 Int64 Int8 Optional Set String TimeInterval UInt UInt16 \
    UInt32 UInt64 UInt8 URL UUID
    """.split(separator: " ").map(String.init))

  /// Whether a type of Foundation is a class, which an extension cannot make recordable.
  package static func isClass(_ name: String) -> Bool {
    name.hasPrefix("NS") || classes.contains(name) || name.hasSuffix("Formatter")
  }

  private static let classes = Set(
    """
    Bundle DispatchQueue FileHandle FileManager HTTPURLResponse InputStream JSONDecoder \
    JSONEncoder Operation OperationQueue OutputStream Process Progress Scanner Thread Timer \
    URLCache URLResponse URLSession UserDefaults
    """.split(separator: " ").map(String.init))

  /// Makes a type recordable that the compiler names; returns whether anything changed.
  mutating func add(_ name: String, in module: String) -> Bool {
    let plain = String(name.prefix { $0 != "<" })
    let name = plain.split(separator: ".").last.map(String.init) ?? plain
    if facts[name] != nil {
      let before = words
      mark(name)
      return words != before
    }
    // An alias and an associated type of the app's types name a type with an error of its own.
    let owner = plain.split(separator: ".").first.map(String.init) ?? plain
    guard sources.names.types[name] == nil, facts[owner] == nil, !Self.isClass(name) else {
      return false
    }
    return codable[module, default: []].insert(plain).inserted
  }

  /// Makes the codable type around a line recordable as JSON, and returns its name.
  ///
  /// A property of it has a type that cannot be recorded, and that its own coding leaves out.
  package mutating func addAsJSON(around line: Int, of path: String) -> String? {
    guard let source = sources.sources[path] else { return nil }
    let around = facts.flatMap { name, found in found.places.map { (name: name, place: $0) } }
      .filter {
        $0.place.path == path && source.line(of: $0.place.span.lowerBound) <= line
          && line <= source.line(of: $0.place.span.upperBound)
      }
    guard let (name, place) = around.max(by: { $0.place.offset < $1.place.offset }),
      place.endOfInheritance != nil, !placesAsJSON.contains(place)
    else { return nil }
    let before = word(at: place, of: name)
    placesAsJSON.insert(place)
    let after = word(at: place, of: name)
    words[path]?.remove(before)
    words[path, default: []].insert(after)
    return name
  }

  private mutating func mark(_ name: String) {
    for place in facts[name]?.places ?? [] where !place.isRecordable && !place.isObject {
      let word = word(at: place, of: name)
      words[place.path, default: []].insert(word)
    }
  }

  /// The words that make a declaration of a type recordable.
  private func word(at place: TypePlace, of name: String) -> Word {
    if let offset = place.endOfInheritance, placesAsJSON.contains(place) {
      return Word(offset: offset, text: ", CodableRecordable", name: name)
    }
    return Word(offset: place.offset, text: "@Recordable ", name: name)
  }

  /// The cuts of a file with the additional words.
  func cuts(of path: String) -> Cuts {
    var cuts = sources.cuts[path] ?? Cuts()
    for (range, name) in removed[path] ?? [] {
      cuts.add(
        Cut(
          range: range, kind: .recording, name: name, reason: "",
          line: sources.sources[path]?.line(of: range.lowerBound) ?? 0))
    }
    for word in words[path] ?? [] {
      cuts.add(
        Cut(
          range: word.offset..<word.offset, kind: .recording, name: word.name, reason: "",
          line: sources.sources[path]?.line(of: word.offset) ?? 0, replacement: word.text))
    }
    return cuts
  }

  /// The text of a file with its cuts and the additional words.
  package func text(of path: String) -> String {
    sources.text(of: path, with: cuts(of: path))
  }

  func hasWords(_ path: String) -> Bool { words[path]?.isEmpty == false }
}

/// Finds the types of a file, and the reducers with their states and actions.
private final class TypeFinder: SyntaxVisitor {
  let path: String
  let cuts: Cuts
  var types: [String: RecordedTypes.TypeFacts] = [:]
  var roots: Set<String> = []
  var reducers: [(offset: Int, text: String)] = []
  /// The parts that the macros do not accept.
  var removed: [(range: Range<Int>, name: String)] = []
  private let regions: ConfiguredRegions

  init(path: String, cuts: Cuts, regions: ConfiguredRegions) {
    self.path = path
    self.regions = regions
    self.cuts = cuts
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, isObject: true)
  }
  /// The macros accept no conditions, which are fixed in the copy: the clauses that are not
  /// compiled go with the lines of the conditions.
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(MemberBlockItemSyntax.self) == true, !cuts.covers(node.span) else {
      return .visitChildren
    }
    let active = regions.activeClause(for: node)
    for clause in node.clauses {
      let start = clause.poundKeyword.span.lowerBound
      let end = clause.condition?.span.upperBound ?? clause.poundKeyword.span.upperBound
      let last = clause.id == active?.id ? end : max(end, clause.span.upperBound)
      removed.append((start..<last, "#if"))
    }
    removed.append((node.poundEndif.span, "#if"))
    if let elements = active?.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    cuts.covers(node.span) ? .skipChildren : .visitChildren
  }

  /// The macros accept no unavailable cases. On Linux, a case for some of Apple's systems is
  /// available.
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for case .attribute(let attribute) in node.attributes where attribute.name == "available" {
      let arguments = attribute.arguments?.trimmedDescription ?? ""
      if arguments.hasSuffix("unavailable"), !arguments.hasPrefix("*") {
        removed.append((attribute.span, "@available"))
      }
    }
    return .visitChildren
  }

  private func enter(
    _ node: some DeclGroupSyntax & NamedDeclSyntax, isObject: Bool = false
  ) -> SyntaxVisitorContinueKind {
    guard !cuts.covers(node.span) else { return .skipChildren }
    let isMacro = addReducer(node)
    let parent = node.ancestors.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }.first
    let isPart = ["State", "Action"].contains(node.name.text) && parent?.isFeature == true
    // The macro of a structure makes its state and its actions recordable.
    let isCovered =
      isPart && parent?.is(StructDeclSyntax.self) == true
      && parent?.attributes.has("Reducer") == true
    var facts = RecordedTypes.TypeFacts()
    if !node.isFeature, !isCovered {
      facts.places = [
        RecordedTypes.TypePlace(
          path: path, span: node.span, isObject: isObject,
          isRecordable: node.attributes.has("Recordable"),
          endOfInheritance: Self.endOfInheritance(of: node))
      ]
    }
    for member in node.memberBlock.members {
      facts.mentioned.formUnion(Self.names(in: member.decl))
    }
    // An enumeration's cases name the features whose states and actions it contains.
    if isPart || isMacro && node.is(EnumDeclSyntax.self) { roots.formUnion(facts.mentioned) }
    if isPart, !isCovered { roots.insert(node.name.text) }
    // States and actions of other features name a feature only as their namespace.
    if !node.isFeature, !isPart || !isCovered {
      types[node.name.text, default: RecordedTypes.TypeFacts()].places.formUnion(facts.places)
      types[node.name.text]?.mentioned.formUnion(facts.mentioned)
    }
    return .visitChildren
  }

  private static func endOfInheritance(of node: some DeclGroupSyntax) -> Int? {
    guard let clause = node.inheritanceClause,
      !Set(node.inheritedNames).isDisjoint(with: ["Codable", "Encodable"])
    else { return nil }
    return clause.inheritedTypes.span.upperBound
  }

  /// Adds the argument of a reducer's macro, and returns whether there is one.
  private func addReducer(_ node: some DeclGroupSyntax) -> Bool {
    let found = node.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.name == "Reducer" }
    guard let attribute = found else { return false }
    if let arguments = attribute.arguments, !arguments.trimmedDescription.isEmpty {
      guard !arguments.trimmedDescription.contains(".recordable") else { return true }
      reducers.append((arguments.span.lowerBound, ".recordable, "))
    } else {
      reducers.append((attribute.attributeName.span.upperBound, "(.recordable)"))
    }
    return true
  }

  private static func names(in declaration: DeclSyntax) -> Set<String> {
    let finder = MentionFinder(viewMode: .sourceAccurate)
    if let variable = declaration.as(VariableDeclSyntax.self) {
      guard !variable.modifiers.has(.static) else { return [] }
      for binding in variable.bindings where binding.accessorBlock == nil {
        if let type = binding.typeAnnotation { finder.walk(type) }
        if let value = binding.initializer { finder.walk(value) }
      }
      for attribute in variable.attributes { finder.walk(attribute) }
    } else if let item = declaration.as(EnumCaseDeclSyntax.self) {
      finder.walk(item)
    }
    return finder.names
  }
}

/// Finds the names of types in a node.
final class MentionFinder: SyntaxVisitor {
  private(set) var names: Set<String> = []

  static func names(in node: some SyntaxProtocol) -> Set<String> {
    let finder = MentionFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  /// A value of a type within another type contains no value of that one.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    walk(node.name)
    var owner: TypeSyntax? = TypeSyntax(node)
    while let type = owner {
      let member = type.as(MemberTypeSyntax.self)
      let plain = type.as(IdentifierTypeSyntax.self)
      if let arguments = member?.genericArgumentClause ?? plain?.genericArgumentClause {
        walk(arguments)
      }
      owner = member?.baseType
    }
    return .skipChildren
  }

  override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = node.tokenKind, name.first?.isUppercase == true {
      names.insert(name)
    }
    return .skipChildren
  }
}
