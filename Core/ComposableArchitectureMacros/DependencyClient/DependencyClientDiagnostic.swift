import SwiftDiagnostics

/// An error about a use of `@DependencyClient`, or of an attribute of its endpoints.
enum DependencyClientDiagnostic: Sendable {
  /// The client is no structure; the keyword says what it is.
  case notAStruct(keyword: String)
  /// Stored properties depend on a build flag.
  case conditional
  /// One declaration declares several properties.
  case severalEndpoints
  /// The mark of an endpoint does not stand at a stored property with the type of a closure.
  case notAnEndpoint
  /// The endpoint cannot be assigned to.
  case constant(name: String)
  /// The endpoint has a `willSet` or a `didSet`.
  case observed(name: String)
  /// The type of the endpoint is not written.
  case noType(name: String)
  /// The endpoint takes any number of values.
  case variadic(type: String)
  /// The endpoint must return a value and was not given one.
  case noDefault(name: String)
  /// The name of the method cannot be one.
  case notAMethodName(String)
  /// Whether the endpoint is recorded is not written as `true` or `false`.
  case notALiteral(String)
  /// The recorded endpoint is asynchronous.
  case recordedAsync(name: String)
  /// The recorded endpoint throws errors of any type.
  case recordedThrows(name: String)
  /// The recorded endpoint changes one of its arguments.
  case recordedInout(name: String)
  /// A property that is to be left alone is none.
  case notAProperty

  /// Whether the closure is wrong, and the property that holds it is not.
  var isOfClosure: Bool {
    switch self {
    case .noDefault, .variadic, .notAMethodName, .notALiteral, .recordedAsync, .recordedThrows,
      .recordedInout:
      true
    default: false
    }
  }
}

extension DependencyClientDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAStruct: "dependencyClient.notAStruct"
    case .conditional: "dependencyClient.conditional"
    case .severalEndpoints: "dependencyClient.severalEndpoints"
    case .notAnEndpoint: "dependencyEndpoint.notAnEndpoint"
    case .constant: "dependencyEndpoint.constant"
    case .observed: "dependencyEndpoint.observed"
    case .noType: "dependencyEndpoint.noType"
    case .variadic: "dependencyEndpoint.variadic"
    case .noDefault: "dependencyEndpoint.noDefault"
    case .notAMethodName: "dependencyEndpoint.notAMethodName"
    case .notALiteral: "dependencyEndpoint.notALiteral"
    case .recordedAsync: "dependencyEndpoint.recordedAsync"
    case .recordedThrows: "dependencyEndpoint.recordedThrows"
    case .recordedInout: "dependencyEndpoint.recordedInout"
    case .notAProperty: "dependencyEndpointIgnored.notAProperty"
    }
  }

  var message: String {
    switch self {
    case .notAStruct(let keyword):
      "'@DependencyClient' can only be applied to a struct, not to \(keyword.withArticle)"
    case .conditional:
      """
      '@DependencyClient' cannot initialize properties that depend on a build flag: move '#if' \
      into the closures that are assigned to them
      """
    case .severalEndpoints:
      "'@DependencyClient' requires each endpoint to be declared on its own: split the declaration"
    case .notAnEndpoint:
      """
      '@DependencyEndpoint' can only be applied to a stored property with the type of a closure, \
      such as 'var fetch: (_ id: Int) async throws -> User'
      """
    case .constant(let name):
      "'@DependencyEndpoint' requires '\(name)' to be a 'var': tests assign to it"
    case .observed(let name):
      "'@DependencyEndpoint' cannot be applied to '\(name)', which has observers"
    case .noType(let name):
      "'@DependencyEndpoint' requires the type of '\(name)' to be written"
    case .variadic(let type):
      "'@DependencyEndpoint' cannot hand on any number of values: take an array, '[\(type)]'"
    case .noDefault(let name):
      """
      Default value required for non-throwing closure '\(name)': an endpoint that nothing was \
      assigned to reports itself and must then return something
      """
    case .notAMethodName(let text):
      "'@DependencyEndpoint' requires the name of a method as plain text, not \(text)"
    case .notALiteral(let text):
      "'@DependencyEndpoint' requires 'recorded' to be 'true' or 'false', not \(text)"
    case .recordedAsync(let name):
      """
      '\(name)' cannot be recorded: a reducer cannot await it, and what an effect learns is recorded \
      in the action that it sends
      """
    case .recordedThrows(let name):
      """
      '\(name)' cannot be recorded: write the type of its errors, which must be recordable, as in \
      'throws(Failure)'
      """
    case .recordedInout(let name):
      "'\(name)' cannot be recorded: it changes an argument; return the new value instead"
    case .notAProperty:
      "'@DependencyEndpointIgnored' can only be applied to a stored property of a client"
    }
  }
}
