/// A use of `@DependencyClient` or of the marks of its endpoints that cannot be expanded.
enum DependencyClientMisuse: Sendable {
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
