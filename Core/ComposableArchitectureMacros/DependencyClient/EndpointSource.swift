import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The source of what stands behind an endpoint.
struct EndpointSource {
  private let endpoint: Endpoint
  private let client: String
  private let place: String

  init(_ endpoint: Endpoint, in context: some MacroExpansionContext) {
    self.endpoint = endpoint
    client =
      context.lexicalContext.first?.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let file = context.location(
      of: endpoint.declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    let path = context.location(
      of: endpoint.declaration, at: .afterLeadingTrivia, filePathMode: .filePath)
    if let file, let path {
      place =
        ", fileID: \(file.file), filePath: \(path.file), line: \(file.line), column: \(file.column)"
    } else {
      place = ""
    }
  }

  var accessors: [AccessorDeclSyntax] {
    let creation: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: endpoint.storage))
      init(initialValue) {
        \(raw: endpoint.storage) = initialValue
      }
      """
    // The default closure must not pass through it: the storage's own, which reports, would be lost.
    return (endpoint.implementation == nil ? [creation] : []) + [
      "get { \(raw: endpoint.storage) }",
      "set { \(raw: endpoint.storage) = newValue }",
    ]
  }

  /// The method that calls the endpoint with the labels that its type gives its parameters.
  var method: DeclSyntax? {
    let type = endpoint.type
    guard endpoint.method != nil || type.parameters.contains(where: { $0.label != nil }) else {
      return nil
    }
    let name = endpoint.method?.text ?? endpoint.name.text
    let access = endpoint.declaration.modifiers.access
    let attributes = endpoint.declaration.attributes.availability + type.isolation
    let lines =
      (access == "public " ? ["/// Calls the endpoint `\(endpoint.bareName)`."] : [])
      + attributes.map(\.trimmedDescription) + [
        "\(access)func \(name)(\(type.parameters.map(\.declaration).joined(separator: ", "))) "
          + "\(type.effects)-> \(type.result) {",
        "\(type.marks)\(endpoint.storage)(\(arguments))",
        "}",
      ]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  /// The property that stores the closure, unimplemented at first.
  var storage: DeclSyntax {
    let names = endpoint.type.parameters.map {
      endpoint.implementation == nil ? "_" : $0.name
    }
    let opening = names.isEmpty ? "{" : "{ \(names.joined(separator: ", ")) in"
    let lines =
      ["private var \(endpoint.storage): \(endpoint.type.spelling) = \(opening)"] + fallback + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  private var fallback: [String] {
    let report =
      "DependencyInjection.UnimplementedFailure.report(\"'\(client).\(endpoint.bareName)'\"\(place))"
    if let implementation = endpoint.implementation {
      return [
        report,
        "let implementation: \(endpoint.type.spelling) = \(implementation)",
        "return \(endpoint.type.marks)implementation(\(arguments))",
      ]
    }
    switch endpoint.type.fallback {
    case .throwsFailure: return ["throw \(report)"]
    case .returnsNil: return [report, "return nil"]
    case .returns, .needsDefault: return [report]
    }
  }

  private var arguments: String {
    endpoint.type.parameters.map(\.argument).joined(separator: ", ")
  }
}

extension DeclModifierListSyntax {
  /// The access level as a prefix of declarations; empty where none is written.
  fileprivate var access: String {
    let levels: [Keyword] = [.public, .package, .internal, .fileprivate, .private]
    return first { modifier in
      modifier.detail == nil && levels.contains { modifier.name.tokenKind == .keyword($0) }
    }.map { "\($0.name.text) " } ?? ""
  }
}
