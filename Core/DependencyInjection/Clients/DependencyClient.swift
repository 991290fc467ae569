/// Gives a structure of closures an unimplemented version, `init()`, which fails tests that use it.
///
/// It also writes an initializer of all endpoints, and a method with argument labels for each
/// endpoint whose type names its parameters.
///
///     @DependencyClient
///     struct UserClient {
///       var fetch: @Sendable (_ id: Int) async throws -> User
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
