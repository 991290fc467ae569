import SwiftSyntax

/// A stored function that answers its caller at once, and whose answers a log can therefore have.
struct AnsweringFunction {
  /// The name of the property that stores the function.
  let name: String
  let parameterCount: Int
  let isSendable: Bool
  /// The type of the answer.
  let answer: String
  /// The names in the type of the answer.
  let names: Set<String>

  /// Creates a description of a function's type. Returns `nil` if a reducer cannot call the
  /// function, if the function throws, or if it returns nothing that a log can have.
  init?(_ name: String, _ type: TypeSyntax) {
    var type = type
    var attributes: [String] = []
    while true {
      if let item = type.as(AttributedTypeSyntax.self) {
        attributes += item.attributes.map(\.trimmedDescription)
        type = item.baseType
      } else if let only = type.as(TupleTypeSyntax.self)?.elements.onlyType {
        type = only
      } else {
        break
      }
    }
    guard let function = type.as(FunctionTypeSyntax.self), function.effectSpecifiers == nil,
      attributes.allSatisfy({ $0 == "@Sendable" }),
      function.parameters.allSatisfy({ $0.ellipsis == nil && !$0.isInout })
    else { return nil }
    let answer = function.returnClause.type
    let isValue = answer.tokens(viewMode: .sourceAccurate).allSatisfy { token in
      ![.arrow, .leftParen, .keyword(.some), .keyword(.any)].contains(token.tokenKind)
    }
    let names = MentionFinder.names(in: answer)
    guard isValue, !names.isEmpty, names != ["Void"], names != ["Never"] else { return nil }
    self.name = name
    parameterCount = function.parameters.count
    isSendable = !attributes.isEmpty
    self.answer = answer.trimmedDescription
    self.names = names
  }

  /// Creates a description of a variable's type.
  init?(_ variable: VariableDeclSyntax) {
    guard variable.bindingSpecifier.tokenKind == .keyword(.var), variable.bindings.count == 1,
      !variable.modifiers.has(.static), !variable.modifiers.has(.private),
      !variable.modifiers.has(.fileprivate), !variable.modifiers.has(.lazy),
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let type = binding.typeAnnotation?.type
    else { return nil }
    self.init(binding.pattern.trimmedDescription, type)
  }
}

/// Finds the functions of clients, and the dependencies that are functions or clients.
final class AnswerFinder: SyntaxVisitor {
  /// An endpoint of `@DependencyClient`, with the words that make its answers recorded.
  struct Endpoint {
    let function: AnsweringFunction
    let offset: Int
    let words: String
  }

  private(set) var endpoints: [Endpoint] = []
  /// The functions of structures that no macro makes clients.
  private(set) var clients: [String: [AnsweringFunction]] = [:]
  /// The settable properties of `DependencyValues`, with their types.
  private(set) var dependencies: [(name: String, type: TypeSyntax)] = []
  private let cuts: Cuts

  init(cuts: Cuts) {
    self.cuts = cuts
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !cuts.covers(node.span) else { return .skipChildren }
    let isMarked = node.attributes.has("DependencyClient")
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), !cuts.covers(variable.span),
        let function = AnsweringFunction(variable)
      else { continue }
      if !isMarked {
        clients[node.name.text, default: []].append(function)
      } else if let (offset, words) = variable.wordsForAnswers {
        endpoints.append(Endpoint(function: function, offset: offset, words: words))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !cuts.covers(node.span) else { return .skipChildren }
    guard node.declaredTypeName == "DependencyValues" else { return .visitChildren }
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), !cuts.covers(variable.span),
        !variable.modifiers.has(.static), !variable.modifiers.has(.private),
        !variable.modifiers.has(.fileprivate), let binding = variable.bindings.first,
        let type = binding.typeAnnotation?.type,
        case .accessors(let accessors) = binding.accessorBlock?.accessors,
        accessors.contains(where: { $0.accessorSpecifier.tokenKind == .keyword(.set) })
      else { continue }
      dependencies.append((binding.pattern.trimmedDescription, type))
    }
    return .visitChildren
  }
}

extension VariableDeclSyntax {
  /// The words that make the answers of an endpoint recorded, with their place; `nil` if an
  /// attribute decides.
  fileprivate var wordsForAnswers: (offset: Int, words: String)? {
    let words = "recorded: true"
    for attribute in attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
      switch attribute.name {
      case "DependencyEndpointIgnored": return nil
      case "DependencyEndpoint":
        guard let arguments = attribute.arguments, !arguments.trimmedDescription.isEmpty else {
          // Empty parentheses remain within the words.
          guard attribute.leftParen == nil else { return nil }
          return (attribute.attributeName.span.upperBound, "(\(words))")
        }
        guard !arguments.trimmedDescription.contains("recorded:") else { return nil }
        return (arguments.span.upperBound, ", \(words)")
      default: continue
      }
    }
    return (span.lowerBound, "@DependencyEndpoint(\(words)) ")
  }
}

extension TupleTypeElementListSyntax {
  /// The type in parentheses, unless they have a different meaning.
  fileprivate var onlyType: TypeSyntax? {
    count == 1 && first?.firstName == nil ? first?.type : nil
  }
}

extension TupleTypeElementSyntax {
  fileprivate var isInout: Bool {
    type.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.inout) }
  }
}
