import SwiftSyntax

/// A name that code uses.
struct Reference: Hashable {
  /// How it is used.
  enum Use: Hashable {
    /// It is called with arguments that have these labels, `_` for none.
    case call(labels: [String])
    /// A value is read of it, or a member.
    case value
    /// It is passed on, and may be a function.
    case any
  }

  let name: String
  let use: Use
  /// The source in which it stands.
  let file: String
  /// Whether it is a member of a value, and of no type.
  let isOfValue: Bool
}

/// What the reducers of some modules reach, as far as names tell.
struct Reach {
  let modules: [String: Module]

  /// The declarations that a reducer uses, itself or through others, by their indices in a module.
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
      let demanded = modules[module]?.requirements ?? []
      for (other, contents) in modules {
        // What a protocol demands is found in the modules that know the protocol, too.
        let isSeen = modulesSeen(from: module).contains(other)
        let knows = !demanded.isEmpty && modulesSeen(from: other).contains(module)
        guard isSeen || knows else { continue }
        for (index, candidate) in contents.declarations.enumerated()
        where isSeen || demanded.contains(candidate.name) {
          if references.contains(where: candidate.isMeant(by:)) { reach(index, of: other) }
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

/// Finds what code uses outside effects.
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

  // The cases that a pattern names are no functions.
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
  /// What is called, without the value of which it is a member.
  fileprivate var callee: DeclReferenceExprSyntax? {
    let called =
      calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    return called.as(DeclReferenceExprSyntax.self)
      ?? called.as(MemberAccessExprSyntax.self)?.declName
  }

  /// The name of what is called.
  var calledName: String? { callee?.baseName.text }

  /// Whether it makes an effect whose closures do asynchronous work.
  var isRun: Bool {
    calledName == "run" && calledExpression.is(MemberAccessExprSyntax.self)
      && trailingClosure != nil
  }
}

extension DeclReferenceExprSyntax {
  /// Whether a call follows, which knows the labels.
  fileprivate var isCalled: Bool {
    var node: Syntax = expression
    if let generic = node.parent?.as(GenericSpecializationExprSyntax.self) {
      node = Syntax(generic)
    }
    return node.parent?.as(FunctionCallExprSyntax.self).map { Syntax($0.calledExpression) } == node
  }

  /// Whether it is no function for certain: a part of a key path, what another member is of, or a
  /// member of the type that is asked for.
  fileprivate var isRead: Bool {
    if isOfKeyPath || expression.as(MemberAccessExprSyntax.self)?.base == nil, isMember {
      return true
    }
    return expression.parent?.as(MemberAccessExprSyntax.self)?.base.map(Syntax.init) == expression
  }

  /// Whether it is a member of something.
  fileprivate var isMember: Bool {
    isOfKeyPath || parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
  }

  /// Whether it is a member of a value, and of no type.
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

  /// The reference with the value of which it is a member.
  private var expression: Syntax {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return Syntax(self)
    }
    return Syntax(access)
  }
}
