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
  package func compilingFeatures() -> AppSource {
    let finder = ConditionFinder(regions)
    finder.walk(tree)
    return blanked(by: finder.cuts)
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

  init(_ regions: ConfiguredRegions) {
    self.regions = regions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    guard regions.activeClause(for: node) == nil,
      let clause = node.clauses.first(where: Self.isNeeded),
      let condition = clause.condition, condition.span.count >= 4
    else { return .visitChildren }
    cuts.add(
      Cut(
        range: condition.span, kind: .framework, name: condition.trimmedDescription, reason: "",
        line: 0, replacement: "true"))
    return .visitChildren
  }

  private static func isNeeded(_ clause: IfConfigClauseSyntax) -> Bool {
    let features = FeatureFinder(viewMode: .sourceAccurate)
    features.walk(clause)
    let dependencies = DependencyFinder(viewMode: .sourceAccurate)
    dependencies.walk(clause)
    return !features.features.isEmpty || dependencies.hasDependency
  }
}

/// Finds a dependency: its property, its key or its client.
private final class DependencyFinder: SyntaxVisitor {
  private(set) var hasDependency = false

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.extendedType
    let name = type.as(MemberTypeSyntax.self)?.name.text ?? type.trimmedDescription
    if name == "DependencyValues" { hasDependency = true }
    return visit(group: node)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { visit(group: node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { visit(group: node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { visit(group: node) }

  private func visit(group: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    let isKey = group.inheritedNames.contains { $0 == "DependencyKey" || $0 == "TestDependencyKey" }
    if isKey || group.attributes.has("DependencyClient") { hasDependency = true }
    return .visitChildren
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
