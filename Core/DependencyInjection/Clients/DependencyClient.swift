/// Gives a structure of closures an unimplemented version, `init()`, which fails tests that use it.
///
/// It also writes an initializer of all endpoints, and a method with argument labels for each
/// endpoint whose type names its parameters.
///
///     @DependencyClient
///     struct UserClient {
///       var fetch: @Sendable (_ id: Int) async throws -> String
///       var isKnown: @Sendable (_ id: Int) -> Bool = { _ in false }
///     }
///
/// Here `fetch(id:)` is a method, and `UserClient()` throws an ``UnimplementedFailure`` when it is
/// asked for a user. An endpoint that returns a value and cannot throw needs a default closure,
/// which is called after the test has failed. Properties that are no closures keep their values.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Makes a closure of a client report itself until something is assigned to it.
///
/// `@DependencyClient` adds it to every closure. Write it to name the method that is generated:
/// `@DependencyEndpoint(method: "save") var saveText: (_ text: String) -> Void` gives `save(text:)`.
///
/// With `recorded: true` the answers that a reducer gets are recorded in the logs of sessions, and a
/// replay gives them again without calling the closure. That takes a synchronous endpoint with a
/// recordable answer, in a file that imports `ComposableArchitecture`:
///
///     @DependencyClient
///     struct DiceClient {
///       @DependencyEndpoint(recorded: true) var roll: @Sendable () -> Int = { 1 }
///     }
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "", recorded: Bool = false) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")

/// Keeps `@DependencyClient` from making an endpoint of a closure.
///
///     @DependencyClient
///     struct WeatherClient {
///       var temperature: @Sendable (_ city: String) async throws -> Double
///       @DependencyEndpointIgnored var cacheSize: @Sendable () -> Int = { 0 }
///     }
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointIgnoredMacro")

/// An endpoint of a client, identified by the client's type and the name of the property.
@_documentation(visibility: internal)
public struct EndpointID: Sendable {
  /// The type of the client.
  package let client: Any.Type
  /// The name without module and enclosing types, such as `DiceClient.roll`.
  package let name: String

  /// Creates the identity of an endpoint.
  public init(_ name: String, of client: Any.Type) {
    self.client = client
    self.name = name
  }
}

extension EndpointID: Hashable {
  /// Whether two endpoints have the same name in the same type.
  public static func == (one: EndpointID, other: EndpointID) -> Bool {
    one.client == other.client && one.name == other.name
  }

  /// Feeds the type and the name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(client))
    hasher.combine(name)
  }
}

/// A call of a client's endpoint, while an observer watches which dependencies are used.
///
/// What `@DependencyClient` writes begins and ends it around each synchronous call that has an answer.
@_documentation(visibility: internal)
public struct EndpointCall {
  private let observer: any DependencyReadObserver
  private let drawCount: Int

  /// Whether any thread watches, so that calls have to be observed.
  public static var areObserved: Bool { DependencyReads.areWatched }

  /// Begins a call; returns `nil` if no observer is in force.
  public static func begin() -> EndpointCall? {
    guard areObserved, let observer = DependencyValues.readObserver else { return nil }
    return EndpointCall(observer: observer, drawCount: observer.drawCount)
  }

  /// Ends the call of an endpoint.
  ///
  /// `isMarked` is whether the endpoint asks to be recorded.
  public func end(_ endpoint: EndpointID, isMarked: Bool = false) {
    // An answer that was drawn meanwhile came from a recorded dependency around the endpoint.
    guard observer.drawCount == drawCount else { return }
    observer.didCall(endpoint, isMarked: isMarked)
  }
}
