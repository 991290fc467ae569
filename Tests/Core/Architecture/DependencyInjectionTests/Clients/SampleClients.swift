import DependencyInjection

struct User: Equatable, Sendable {
  var id = 0
  var name = "Blob"
}

/// A client with every kind of endpoint.
@DependencyClient
struct UserClient: Sendable {
  var fetch: @Sendable (_ id: Int) async throws -> User
  var find: @Sendable (_ name: String, _ isExact: Bool) -> User?
  var count: @Sendable () -> Int = { 42 }
  var ranked: @Sendable (_ users: [User], _ limit: Int) -> [User] = { Array($0.prefix($1)) }
  var forget: @Sendable (_ user: User) -> Void
  var rename: @Sendable (_ user: inout User, _ name: String) throws -> Void
  var select: @MainActor @Sendable (_ user: User) -> Bool = { _ in false }
  var check: @Sendable (_ password: String) throws(Refusal) -> User = { _ throws(Refusal) in
    throw .unknown
  }
  @DependencyEndpoint(method: "save") var saveUser: @Sendable (_ user: User) async throws -> Void
  @DependencyEndpoint(method: "saveAll") var saveUsers: @Sendable ([User]) async throws -> Void
  @DependencyEndpointIgnored var log: @Sendable (String) -> Void = { _ in }
  var `default`: @Sendable () throws -> User
  var limit = 10
  let version = 1
  var host: String?

  enum Refusal: Error, Equatable { case unknown }
}

extension UserClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var users: UserClient {
    get { self[UserClient.self] }
    set { self[UserClient.self] = newValue }
  }
}

/// A public and generic client with a property without a value.
@DependencyClient
public struct Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Loads a value.
  public var load: @Sendable (_ key: Key) async throws -> Value?
  /// The maximum number of values.
  public var capacity: Int
  /// Returns the first value.
  public var first: @Sendable () -> Value?
  /// Returns all values.
  public var map: @Sendable (_ transform: @Sendable (Key) -> Value) async -> [Value] = { _ in [] }
}
