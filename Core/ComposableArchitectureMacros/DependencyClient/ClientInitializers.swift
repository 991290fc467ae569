import SwiftSyntax
import SwiftSyntaxBuilder

/// The source of the initializers of a client.
struct ClientInitializers {
  let properties: [ClientProperty]
  let access: AccessLevel
  /// The labels of each initializer that the client declares itself.
  let declared: [[String]]

  var declarations: [DeclSyntax] {
    // A property whose type cannot be told, or that others cannot know of, keeps its value.
    let parameters = properties.filter {
      $0.isEndpoint || $0.initialValue == nil || ($0.type != nil && !$0.isHidden)
    }
    let required = properties.filter { !$0.isEndpoint && $0.initialValue == nil }
    var all = [initializer(of: parameters, documentation: "Creates a client from its endpoints.")]
    if properties.contains(where: \.isEndpoint) {
      all.append(
        initializer(
          of: required, documentation: "Creates a client whose endpoints are unimplemented."))
    }
    return all.compactMap { $0 }
  }

  private func initializer(
    of properties: [ClientProperty], documentation: String
  ) -> DeclSyntax? {
    guard !declared.contains(properties.map(\.name.text)) else { return nil }
    let parameters = properties.map { property in
      let value = property.isEndpoint ? nil : property.initialValue
      return "\(property.name.text): \(property.type ?? "_")\(value.map { " = \($0)" } ?? "")"
    }
    // Endpoints may be computed, and can be assigned only when all else has a value.
    let assigned = properties.filter { !$0.isEndpoint } + properties.filter(\.isEndpoint)
    let lines =
      (access == .public ? ["/// \(documentation)"] : [])
      + ["\(access.rawValue)init("]
      + [parameters.joined(separator: ",\n"), ") {"].filter { !$0.isEmpty }
      + assigned.map { "self.\($0.name.text) = \($0.name.text)" } + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }
}
