import Testing

@Suite("Expansions of @DependencyClient for the calls of effects")
struct DependencyClientCallTests {
  @Test("A synchronous endpoint reports calls of effects, and calls of reducers within them")
  func synchronous() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var check: (String, Int) throws(Refusal) -> User = unknown
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.contains(
        """
            get {
              let endpoint = _check
              guard DependencyInjection.EndpointCall.areObserved || DependencyInjection.EffectCall.areObserved else {
                return endpoint
              }
              let id = DependencyInjection.EndpointID("Client.check", of: Self.self, key: _called_check.key)
              return { p0, p1 in
                return try DependencyInjection.EffectCall.perform(id, (p0, p1)) { () throws(Refusal) -> User in
                  let call = DependencyInjection.EndpointCall.begin()
                  defer {
                    call?.end(id)
                  }
                  return try endpoint(p0, p1)
                }
              }
            }
        """))
  }

  @Test("An asynchronous endpoint gets its arguments from the forwarded values")
  func asynchronous() {
    let expansion = Expansion(
      of: "struct C { @DependencyEndpoint var add: (Int, _ b: Int) async -> Int = plus }")
    #expect(
      expansion.source.contains(
        """
          return await DependencyInjection.EffectCall.perform(id, (p0, p1)) { values async -> Int in
            await _add(values.0, values.1)
          }
        """))
  }

  @Test(
    "The marker of an endpoint has the types of its arguments, its answer and its errors",
    arguments: [
      ("() -> Void", "(), Swift.Void, Swift.Never"),
      ("() async -> ()", "(), Swift.Void, Swift.Never"),
      ("(_ id: Int) throws -> User?", "(Int), User?, any Swift.Error"),
      ("@Sendable (Int, [String]) throws(Refusal) -> Int", "(Int, [String]), Int, Refusal"),
      ("@MainActor () async throws(any Error) -> Int", "(), Int, any Swift.Error"),
    ])
  func marker(type: String, types: String) {
    let expansion = Expansion(of: "struct C { @DependencyEndpoint var call: \(type) = other }")
    #expect(
      expansion.source.contains(
        "private var _called_call = DependencyInjection.CalledEndpoint<\(types)>()"))
  }

  @Test("A recorded endpoint reports calls of effects, and requests its results within them")
  func recorded() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint(recorded: true) var roll: (Int) -> Int = { $0 }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.contains(
        """
                return DependencyInjection.EffectCall.perform(id, p0) { () -> Int in
                  return ComposableArchitecture.RecordedEndpoint<Int>.answer(id) {
                    endpoint(p0)
                  }
                }
        """))
  }

  @Test(
    "An endpoint is excluded if its calls cannot be passed on, or if it isn't recorded",
    arguments: [
      "(inout Int) async -> Void", "(() -> Void) async -> Void", "((() -> Void)?) async -> Void",
      "(@autoclosure () -> Int) async -> Void", "(@escaping Handler) async -> Void",
      "() async -> () -> Void", "(sending User) async -> Void", "() async throws -> sending User",
      "(consuming User) async -> Void", "(isolated Store) async -> Void",
      "(repeat each T) async -> Void", "(some P) async -> Void",
    ])
  func excluded(type: String) {
    let expansion = Expansion(
      of: "struct C { @DependencyEndpoint var call: \(type) = other }")
    #expect(!expansion.source.contains("_called_"))
    #expect(!expansion.source.contains("EffectCall"))
  }

  @Test("The argument 'recorded' excludes an endpoint only if it is false")
  func argument() {
    for (value, isCalled) in [("nil", true), ("false", false)] {
      let expansion = Expansion(
        of: "struct C { @DependencyEndpoint(recorded: \(value)) var call: () -> Int = { 1 } }")
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.source.contains("EffectCall") == isCalled)
      #expect(expansion.source.contains("_called_call") == isCalled)
      #expect(expansion.source.contains("EndpointCall"))
    }
  }
}
