/// Adds an initializer, `init()`, for a client whose endpoints fail the test that calls them.
///
/// Also adds an initializer with a parameter for each endpoint. For each endpoint whose type names
/// its parameters, adds a method with these argument labels.
///
///     @DependencyClient
///     struct UserClient {
///       var fetch: @Sendable (_ id: Int) async throws -> String
///       var isKnown: @Sendable (_ id: Int) -> Bool = { _ in false }
///     }
///
/// Here `fetch(id:)` is a method, and `UserClient().fetch(id: 1)` throws an
/// ``UnimplementedFailure``. An endpoint that returns a value and cannot throw needs a default
/// closure, which runs after the failure is reported. Other properties keep their values.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Reports calls to a closure of a client until a closure is assigned.
///
/// `@DependencyClient` adds this macro to every closure. Write it yourself to name the method:
/// `@DependencyEndpoint(method: "save") var saveText: (_ text: String) -> Void` adds `save(text:)`.
///
/// Session logs can record the calls that effects make of the endpoint, unless its type contains a
/// closure or an `inout` parameter. With `recorded: false`, no calls are recorded. Write
/// `recorded: false` if a parameter's type is an alias of a closure's type, or if a type cannot be
/// copied.
///
/// With `recorded: true`, session logs also record the values that a reducer gets from the
/// endpoint, and a replay returns them without calling the closure. The endpoint must be
/// synchronous and return a recordable value, and its file must import `ComposableArchitecture`:
///
///     @DependencyClient
///     struct DiceClient {
///       @DependencyEndpoint(recorded: true) var roll: @Sendable () -> Int = { 1 }
///     }
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "", recorded: Bool? = nil) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")

/// Prevents `@DependencyClient` from treating a closure as an endpoint.
///
///     @DependencyClient
///     struct WeatherClient {
///       var temperature: @Sendable (_ city: String) async throws -> Double
///       @DependencyEndpointIgnored var cacheSize: @Sendable () -> Int = { 0 }
///     }
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointIgnoredMacro")

/// An endpoint of a client, identified by the client's type and key and the name of the property.
@_documentation(visibility: internal)
public struct EndpointID: Sendable {
  package let client: Any.Type
  /// The name of the property, qualified by its type alone, such as `DiceClient.roll`.
  package let name: String
  /// The key of the client; `nil` for a client that isn't a dependency, and for the library's own
  /// clients.
  package let key: ClientKey?

  /// Creates the identifier of an endpoint.
  public init(_ name: String, of client: Any.Type, key: ClientKey? = nil) {
    self.client = client
    self.name = name
    self.key = key
  }

  /// The endpoint of a client of the same type under any key.
  package var ofAnyKey: EndpointID { EndpointID(name, of: client) }
}

extension EndpointID: Hashable {
  /// Returns whether two endpoints have the same name in the same type, under the same key.
  public static func == (one: EndpointID, other: EndpointID) -> Bool {
    one.client == other.client && one.name == other.name && one.key == other.key
  }

  /// Hashes the type, the name and the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(client))
    hasher.combine(name)
    hasher.combine(key)
  }
}

/// A call to a client's endpoint while an observer watches dependency reads.
///
/// The code that `@DependencyClient` generates creates one for each synchronous call with a result.
@_documentation(visibility: internal)
public struct EndpointCall {
  private let observer: any DependencyReadObserver
  private let readCount: Int

  /// Whether calls must be reported, because some thread has an observer.
  public static var areObserved: Bool { DependencyReads.areWatched }

  /// Begins a call, or returns `nil` if no observer is current.
  public static func begin() -> EndpointCall? {
    guard areObserved, let observer = DependencyValues.readObserver else { return nil }
    return EndpointCall(observer: observer, readCount: observer.readCount)
  }

  /// Ends the call and notifies the observer, unless the call read a recorded dependency.
  ///
  /// `isMarked` indicates whether the endpoint is declared with `recorded: true`.
  public func end(_ endpoint: EndpointID, isMarked: Bool = false) {
    // If the count changed, the value came from a recorded dependency and is recorded already.
    guard observer.readCount == readCount else { return }
    observer.didCall(endpoint, isMarked: isMarked)
  }
}
