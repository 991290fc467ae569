import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

struct EndpointSource {
  private let endpoint: Endpoint
  private let client: String
  private let location: String

  init(_ endpoint: Endpoint, in context: some MacroExpansionContext) {
    self.endpoint = endpoint
    client =
      context.lexicalContext.first?.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let file = context.location(
      of: endpoint.declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    let path = context.location(
      of: endpoint.declaration, at: .afterLeadingTrivia, filePathMode: .filePath)
    if let file, let path {
      location =
        ", fileID: \(file.file), filePath: \(path.file), line: \(file.line), column: \(file.column)"
    } else {
      location = ""
    }
  }

  var accessors: [AccessorDeclSyntax] {
    let creation: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: endpoint.storage))
      init(initialValue) {
        \(raw: endpoint.storage) = initialValue
      }
      """
    // An init accessor would replace the storage's reporting closure with the default closure.
    return (endpoint.implementation == nil ? [creation] : []) + [
      getter,
      "set { \(raw: endpoint.storage) = newValue }",
    ]
  }

  /// The getter, which wraps the closure to record its calls or to report them to observers.
  private var getter: AccessorDeclSyntax {
    guard isWrapped else { return "get { \(raw: endpoint.storage) }" }
    let names = endpoint.type.parameters.map(\.name)
    let opening = names.isEmpty ? "{" : "{ \(names.joined(separator: ", ")) in"
    let checks =
      (isObserved ? ["DependencyInjection.EndpointCall.areObserved"] : [])
      + (endpoint.isCallRecordable ? ["DependencyInjection.EffectCall.areObserved"] : [])
    let unobserved =
      endpoint.isRecorded
      ? [] : ["guard \(checks.joined(separator: " || ")) else { return endpoint }"]
    let lines =
      ["get {", "let endpoint = \(endpoint.storage)"] + unobserved + identity
      + ["return \(opening)"] + call(of: "endpoint") + ["}", "}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  /// Whether an unrecorded call gives a reducer information that the log lacks.
  private var isObserved: Bool { !endpoint.type.isAsync && endpoint.type.answers }

  private var isWrapped: Bool { endpoint.isRecorded || isObserved || endpoint.isCallRecordable }

  /// The constant that identifies the endpoint when a call is reported.
  ///
  /// Declared outside the closure, which cannot capture a type with constrained type parameters.
  private var identity: [String] {
    guard isWrapped else { return [] }
    let name = "\(client).\(endpoint.bareName)"
    // Only endpoints whose calls by effects are recorded know the key of their client.
    let key = endpoint.isCallRecordable ? ", key: \(endpoint.callMark).key" : ""
    return ["let id = DependencyInjection.EndpointID(\"\(name)\", of: Self.self\(key))"]
  }

  /// Returns the statements that call the endpoint's closure, recorded or observed if necessary.
  private func call(of function: String) -> [String] {
    guard endpoint.isCallRecordable else { return call(of: function, with: arguments) }
    let type = endpoint.type
    let names = type.parameters.map(\.name)
    let values = names.count == 1 ? names[0] : "(\(arguments))"
    let received = names.count == 1 ? ["values"] : names.indices.map { "values.\($0)" }
    // An asynchronous closure can send its arguments only if it receives them as parameters.
    let parameters = !type.isAsync ? "()" : names.isEmpty ? "_" : "values"
    let passed = type.isAsync ? received.joined(separator: ", ") : arguments
    return [
      "return \(type.marks)DependencyInjection.EffectCall.perform(id, \(values)) { "
        + "\(parameters) \(type.effects)-> \(answer) in"
    ] + call(of: function, with: passed) + ["}"]
  }

  /// Returns the statements that call the endpoint's closure for a reducer.
  private func call(of function: String, with arguments: String) -> [String] {
    let type = endpoint.type
    let call = "\(type.marks)\(function)(\(arguments))"
    guard endpoint.isRecorded else {
      guard isObserved else { return [call] }
      return [
        "let call = DependencyInjection.EndpointCall.begin()",
        "defer { call?.end(id) }",
        "return \(call)",
      ]
    }
    let answer = "\(recordedEndpoint).answer(id)"
    if let failure = type.failure {
      let success =
        type.returnsNothing ? [call, "return .success(.init())"] : ["return .success(\(call))"]
      return [
        type.returnsNothing ? "_ = try \(answer) {" : "return try \(answer) {",
        "do throws(\(failure)) {",
      ] + success + ["} catch {", "return .failure(error)", "}", "}.get()"]
    }
    return type.returnsNothing
      ? ["_ = \(answer) {", call, "return .init()", "}"]
      : ["return \(answer) {", call, "}"]
  }

  /// The spelling of the `RecordedEndpoint` type for the endpoint's results.
  private var recordedEndpoint: String {
    let type = endpoint.type
    let value =
      type.returnsNothing
      ? "ComposableArchitecture.RecordedCompletion" : type.result.trimmedDescription
    let answer = type.failure.map { "Swift.Result<\(value), \($0)>" } ?? value
    return "ComposableArchitecture.RecordedEndpoint<\(answer)>"
  }

  /// The property whose type lets a recorder find the endpoint before its first call.
  var mark: DeclSyntax? {
    guard endpoint.isRecorded else { return nil }
    return "private let \(raw: endpoint.mark) = \(raw: recordedEndpoint)()"
  }

  /// The property whose type lets a recorder find the types of an effect's calls, and which stores
  /// the key of the client. The property is a variable, because the compiler may inline the value
  /// of a constant.
  var callMark: DeclSyntax? {
    guard endpoint.isCallRecordable else { return nil }
    let types = endpoint.type.parameters.map(\.type.trimmedDescription).joined(separator: ", ")
    return """
      private var \(raw: endpoint.callMark) = \
      DependencyInjection.CalledEndpoint<(\(raw: types)), \(raw: answer), \
      \(raw: endpoint.type.errorType)>()
      """
  }

  /// The spelling of the result's type.
  private var answer: String {
    endpoint.type.returnsNothing ? "Swift.Void" : endpoint.type.result.trimmedDescription
  }

  /// The method that calls the endpoint, with the argument labels of its type.
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
          + "\(type.effects)-> \(type.result) {"
      ] + identity + call(of: endpoint.storage) + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  /// The property that stores the closure, initially unimplemented.
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
      "DependencyInjection.UnimplementedFailure.report(\"'\(client).\(endpoint.bareName)'\"\(location))"
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
  fileprivate var access: String {
    let levels: [Keyword] = [.public, .package, .internal, .fileprivate, .private]
    return first { modifier in
      modifier.detail == nil && levels.contains { modifier.name.tokenKind == .keyword($0) }
    }.map { "\($0.name.text) " } ?? ""
  }
}
