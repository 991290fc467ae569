import SwiftSyntax

struct Reference: Hashable {
  enum Use: Hashable {
    /// A call with these argument labels, `_` for none.
    case call(labels: [String])
    /// A read of a value or of one of its members.
    case value
    /// A use as an argument or operand, possibly of a function.
    case any
  }

  let name: String
  let use: Use
  let file: String
  /// Whether the name is a member of a value, and not of a type.
  let isOfValue: Bool
}

/// Finds the declarations that the reducers of some modules use, recognized by name.
struct Reach {
  let modules: [String: Module]

  /// Returns the declarations that reducers use, directly or indirectly, by their indices in a
  /// module.
  func declarations() -> [String: Set<Int>] {
    var reached: [String: Set<Int>] = [:]
    var queue: [(module: String, declaration: Declaration)] = []
    func reach(_ index: Int, of module: String) {
      guard reached[module, default: []].insert(index).inserted,
        let declaration = modules[module]?.declarations[index]
      else { return }
      queue.append((module, declaration))
    }
    for (module, contents) in modules {
      for (index, declaration) in contents.declarations.enumerated() where declaration.isReducer {
        reach(index, of: module)
      }
    }
    while let (module, declaration) = queue.popLast() {
      let references = ReferenceFinder.references(in: declaration)
      let requirements = modules[module]?.requirements ?? []
      for (other, contents) in modules {
        // Implementations of a protocol's requirements may be in any module that sees the protocol.
        let isSeen = modulesSeen(from: module).contains(other)
        let knows = !requirements.isEmpty && modulesSeen(from: other).contains(module)
        guard isSeen || knows else { continue }
        for (index, candidate) in contents.declarations.enumerated()
        where isSeen || requirements.contains(candidate.name) {
          if references.contains(where: candidate.matches) { reach(index, of: other) }
        }
      }
    }
    return reached
  }

  private func modulesSeen(from module: String) -> Set<String> {
    var seen: Set = [module]
    var queue = [module]
    while let next = queue.popLast() {
      for imported in modules[next]?.imports ?? [] where seen.insert(imported).inserted {
        queue.append(imported)
      }
    }
    return seen
  }
}

/// Finds the names that code uses outside effects.
private final class ReferenceFinder: SyntaxVisitor {
  private let file: String
  private let locals: Set<String>
  private var references: Set<Reference> = []

  private init(in declaration: Declaration) {
    file = declaration.file
    locals = NameFinder.names(in: declaration.body, bound: true).union(declaration.parameters)
    super.init(viewMode: .sourceAccurate)
  }

  static func references(in declaration: Declaration) -> Set<Reference> {
    let finder = ReferenceFinder(in: declaration)
    finder.walk(declaration.body)
    return finder.references
  }

  // The cases in a pattern are not function calls.
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isRun { return .skipChildren }
    if let callee = node.callee {
      add(callee, .call(labels: node.arguments.map { $0.label?.text ?? "_" }))
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isCalled { add(node, node.isRead ? .value : .any) }
    return .visitChildren
  }

  private func add(_ node: DeclReferenceExprSyntax, _ use: Reference.Use) {
    let name = node.baseName.text
    guard node.isMember || !locals.contains(name) else { return }
    references.insert(Reference(name: name, use: use, file: file, isOfValue: node.isOfValue))
  }
}

extension FunctionCallExprSyntax {
  /// The called function, without its base.
  fileprivate var callee: DeclReferenceExprSyntax? {
    let called =
      calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    return called.as(DeclReferenceExprSyntax.self)
      ?? called.as(MemberAccessExprSyntax.self)?.declName
  }

  var calledName: String? { callee?.baseName.text }

  /// Whether the call creates an effect with an asynchronous closure.
  var isRun: Bool {
    calledName == "run" && calledExpression.is(MemberAccessExprSyntax.self)
      && trailingClosure != nil
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the reference is called, in which case the call records its labels.
  fileprivate var isCalled: Bool {
    var node: Syntax = expression
    if let generic = node.parent?.as(GenericSpecializationExprSyntax.self) {
      node = Syntax(generic)
    }
    return node.parent?.as(FunctionCallExprSyntax.self).map { Syntax($0.calledExpression) } == node
  }

  /// Whether the reference is certainly not a function: a component of a key path, a base of
  /// another member, or an implicit member.
  fileprivate var isRead: Bool {
    if isOfKeyPath || expression.as(MemberAccessExprSyntax.self)?.base == nil, isMember {
      return true
    }
    return expression.parent?.as(MemberAccessExprSyntax.self)?.base.map(Syntax.init) == expression
  }

  fileprivate var isMember: Bool {
    isOfKeyPath || parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
  }

  /// Whether the reference is a member of a value, and not of a type.
  fileprivate var isOfValue: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return isOfKeyPath
    }
    guard let base = access.base?.trimmedDescription.split(separator: ".").last?.first else {
      return false
    }
    return !base.isUppercase
  }

  private var isOfKeyPath: Bool { parent?.is(KeyPathPropertyComponentSyntax.self) == true }

  /// The reference together with its base.
  private var expression: Syntax {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return Syntax(self)
    }
    return Syntax(access)
  }
}
