import SwiftIfConfig
import SwiftSyntax

extension AppSource {
  /// The regions that the compiler reads on Linux.
  func regions(importing canImport: @escaping (String) -> Bool) -> ConfiguredRegions {
    tree.configuredRegions(in: LinuxBuild(conditions: conditions, canImport: canImport))
  }

  /// The regions that the compiler reads if each framework is missing.
  var regions: ConfiguredRegions {
    regions { KnownModules.isAvailable($0) || !KnownModules.isFramework($0) }
  }

  /// The names of the imported modules in regions that the compiler reads.
  func imports(in regions: ConfiguredRegions) -> Set<String> {
    let finder = ImportFinder(regions)
    finder.walk(tree)
    return finder.names
  }

  /// The names of the imported modules.
  var imports: Set<String> {
    imports(in: regions).union(needsSessionKey ? ["Dependencies"] : [])
  }

  /// Whether the file reads the session for requests, whose key the published module of the
  /// architecture exports. Here it has a module of its own.
  var needsSessionKey: Bool {
    text.contains("urlSession") && text.contains("import ComposableArchitecture")
  }

  /// Whether the file uses the types that the architecture had before version 1: an effect with a
  /// type of errors, or a reducer with an environment.
  package var usesEarlierTypes: Bool {
    tree.tokens(viewMode: .sourceAccurate).contains { token in
      guard let clause = token.parent?.genericArguments else { return false }
      switch token.text {
      case "Effect": return clause.arguments.count == 2
      case "Reducer": return clause.arguments.count == 3
      default: return false
      }
    }
  }

  /// Returns the file with other conditions where only Apple's systems would compile a feature or a
  /// dependency. The new condition has the columns of the old one.
  ///
  /// If the clauses for several systems declare the same things, only the first one is compiled.
  /// `declared` has what the module declares so far.
  package func compilingFeatures(in declared: inout Set<String>) -> AppSource {
    let finder = ConditionFinder(regions, declared: declared)
    finder.walk(tree)
    declared = finder.declared
    return blanked(by: finder.cuts)
  }

  /// The types, conformances, and properties of dependencies that the file declares on Linux.
  package var declarations: Set<String> {
    let finder = DeclarationFinder(regions)
    finder.walk(tree)
    return finder.declarations
  }
}

private final class ImportFinder: SyntaxVisitor {
  private let regions: ConfiguredRegions
  private(set) var names: Set<String> = []

  init(_ regions: ConfiguredRegions) {
    self.regions = regions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if regions.isActive(node) == .active, let name = node.path.first?.name.text {
      names.insert(name)
    }
    return .skipChildren
  }

  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds conditions that leave out a feature or a dependency, without a clause in its place.
private final class ConditionFinder: SyntaxVisitor {
  private let regions: ConfiguredRegions
  private(set) var cuts = Cuts()
  private(set) var declared: Set<String>

  init(_ regions: ConfiguredRegions, declared: Set<String>) {
    self.regions = regions
    self.declared = declared
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    guard regions.activeClause(for: node) == nil else { return .visitChildren }
    for clause in node.clauses {
      let finder = DeclarationFinder(nil)
      finder.walk(clause)
      guard finder.hasDependency || hasFeature(clause) || handlesDeclaredCase(clause) else {
        continue
      }
      guard let condition = clause.condition, condition.span.count >= 4 else { break }
      guard finder.declarations.isDisjoint(with: declared) else { return .skipChildren }
      declared.formUnion(finder.declarations)
      cuts.add(
        Cut(
          range: condition.span, kind: .framework, name: condition.trimmedDescription, reason: "",
          line: 0, replacement: "true"))
      break
    }
    return .visitChildren
  }

  private func hasFeature(_ clause: IfConfigClauseSyntax) -> Bool {
    let finder = FeatureFinder(viewMode: .sourceAccurate)
    finder.walk(clause)
    return !finder.features.isEmpty
  }

  /// Whether a clause has cases of a switch over an enumeration that declares them on Linux, under
  /// a different condition.
  private func handlesDeclaredCase(_ clause: IfConfigClauseSyntax) -> Bool {
    guard case .switchCases(let cases)? = clause.elements else { return false }
    let labels = cases.compactMap {
      $0.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self)
    }
    let names = labels.flatMap(\.caseItems).compactMap { item in
      item.pattern.trimmedDescription.firstMatch(of: /\.(\w+)/).map { "case \($0.1)" }
    }
    return !names.isEmpty && declared.isSuperset(of: names)
  }
}

/// Finds what would be declared twice if the clauses for two systems were compiled, and the cases
/// of enumerations.
private final class DeclarationFinder: SyntaxVisitor {
  private let regions: ConfiguredRegions?
  private(set) var declarations: Set<String> = []
  /// Whether a dependency is declared: its property, its key or its client.
  private(set) var hasDependency = false

  /// Finds the declarations in the regions that are compiled, or all without regions.
  init(_ regions: ConfiguredRegions?) {
    self.regions = regions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isCompiled(node), let name = node.declaredTypeName else { return .skipChildren }
    declarations.formUnion(node.inheritedNames.map { "\(name): \($0)" })
    noteDependency(node)
    guard name == "DependencyValues" else { return .visitChildren }
    hasDependency = true
    for member in node.memberBlock.members {
      let variable = member.decl.as(VariableDeclSyntax.self)
      let names = variable?.bindings.map(\.pattern.trimmedDescription) ?? []
      declarations.formUnion(names.map { "\(name).\($0)" })
    }
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }

  private func noteDependency(_ group: some DeclGroupSyntax) {
    let isKey = group.inheritedNames.contains { $0 == "DependencyKey" || $0 == "TestDependencyKey" }
    if isKey || group.attributes.has("DependencyClient") { hasDependency = true }
  }

  private func add(_ node: some NamedDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isCompiled(node) else { return .skipChildren }
    if let group = node.asProtocol((any DeclGroupSyntax).self) { noteDependency(group) }
    let isNested = node.ancestors.contains { $0.asProtocol((any DeclGroupSyntax).self) != nil }
    if !isNested { declarations.insert(node.name.text) }
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    if isCompiled(node), regions != nil { declarations.insert("case \(node.name.text)") }
    return .skipChildren
  }

  private func isCompiled(_ node: some SyntaxProtocol) -> Bool {
    regions.map { $0.isActive(node) == .active } ?? true
  }
}

/// The conditions of a build on Linux for debugging.
private struct LinuxBuild: BuildConfiguration {
  let conditions: Set<String>
  let canImport: (String) -> Bool

  func isCustomConditionSet(name: String) -> Bool {
    name == "DEBUG" || name == "SWIFT_PACKAGE" || conditions.contains(name)
  }
  func hasFeature(name: String) -> Bool { false }
  func hasAttribute(name: String) -> Bool { true }
  func canImport(
    importPath: [(TokenSyntax, String)], version: CanImportVersion
  ) -> Bool {
    importPath.first.map { canImport($0.1) } ?? false
  }
  func isActiveTargetOS(name: String) -> Bool { name == "Linux" }
  func isActiveTargetArchitecture(name: String) -> Bool {
    #if arch(arm64)
      name == "arm64"
    #else
      name == "x86_64"
    #endif
  }
  func isActiveTargetEnvironment(name: String) -> Bool { false }
  func isActiveTargetRuntime(name: String) -> Bool { name == "_Native" || name == "_multithreaded" }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
  func isActiveTargetObjectFormat(name: String) -> Bool { name == "ELF" }
  var targetPointerBitWidth: Int { Int.bitWidth }
  var targetAtomicBitWidths: [Int] { [8, 16, 32, 64] }
  var endianness: Endianness { .little }
  var languageVersion: VersionTuple { VersionTuple(6, 3) }
  var compilerVersion: VersionTuple { VersionTuple(6, 3) }
}

extension Syntax {
  /// The generic arguments of a type, or of a type that an expression names.
  fileprivate var genericArguments: GenericArgumentClauseSyntax? {
    self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? parent?.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
  }
}
