import Foundation
import Testing

@Suite("Expansions of @DependencyClient")
struct DependencyClientMacroTests {
  @Test("An endpoint has storage that reports an issue, and a method with its labels")
  func endpoint() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint public var fetch: @Sendable (_ id: Int) async throws -> User
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        struct Client {
          public var fetch: @Sendable (_ id: Int) async throws -> User {
            @storageRestrictions(initializes: _fetch)
            init(initialValue) {
              _fetch = initialValue
            }
            get {
              let endpoint = _fetch
              guard DependencyInjection.EffectCall.areObserved else {
                return endpoint
              }
              let id = DependencyInjection.EndpointID("Client.fetch", of: Self.self, key: _called_fetch.key)
              return { p0 in
                return try await DependencyInjection.EffectCall.perform(id, p0) { values async throws -> User in
                  try await endpoint(values)
                }
              }
            }
            set {
              _fetch = newValue
            }
          }

          /// Calls the endpoint `fetch`.
          public func fetch(id p0: Int) async throws -> User {
            let id = DependencyInjection.EndpointID("Client.fetch", of: Self.self, key: _called_fetch.key)
            return try await DependencyInjection.EffectCall.perform(id, p0) { values async throws -> User in
              try await _fetch(values)
            }
          }

          private var _fetch: @Sendable (_ id: Int) async throws -> User = { _ in
            throw DependencyInjection.UnimplementedFailure.report("'Client.fetch'", \
        fileID: "Example/Example.swift", filePath: "Example.swift", line: 2, column: 3)
          }

          private var _called_fetch = DependencyInjection.CalledEndpoint<(Int), User, any Swift.Error>()
        }
        """)
  }

  @Test(
    "A dependency that a client reads is left out of its initializers and endpoints",
    arguments: [
      "@Dependency(\\.other) var other", "@Dependency(Other.self) private var other",
      "@Dependency(\\.other) var other: Other", "@Dependency(\\.date.now) var other: Date",
      "@Dependency(\\.uuid) var other: @Sendable () -> UUID",
    ])
  func dependencies(line: String) {
    let client = "@DependencyClient\nstruct Client {\n  \(line)\n  var fetch: () -> Void\n}"
    let expansion = Expansion(of: client)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("self.fetch = fetch"))
    #expect(!expansion.source.contains("self.other"))
    #expect(!expansion.source.contains("_called_other"))
    #expect(expansion.source.contains(line))
  }

  @Test("An endpoint calls its default closure after it reports an issue")
  func defaultClosure() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var add: (inout Int, Int) -> Int = plus
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.contains(
        """
            let implementation: (inout Int, Int) -> Int = plus
            return implementation(&p0, p1)
        """))
    #expect(!expansion.source.contains("storageRestrictions"))
    #expect(!expansion.source.contains("func"))
  }

  @Test("Initializers take all endpoints, or only the properties without a value")
  func initializers() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        public struct Client {
          public var stop: (() -> Void)
          var limit = 10
          let name: String
          private var count = 0
          var table = Table()
          var delegate: (() -> Void)?
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.contains(
        """
          /// Creates a client from its endpoints.
          public init(
            stop: @escaping (() -> Void),
            limit: Swift.Int = 10,
            name: String,
            delegate: (() -> Void)? = nil
          ) {
            self.limit = limit
            self.name = name
            self.delegate = delegate
            self.stop = stop
          }

          /// Creates a client whose endpoints are unimplemented.
          public init(
            name: String
          ) {
            self.name = name
          }
        """))
  }

  @Test("An initializer that the client declares is not generated")
  func declaredInitializer() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var stop: () -> Void
          init() { stop = {} }
        }
        """)
    #expect(expansion.source.contains("init() { stop = {} }"))
    #expect(!expansion.source.contains("init(\n  )"))
    #expect(expansion.source.contains("stop: @escaping () -> Void"))
  }

  @Test("A property that is ignored, computed or static is not an endpoint")
  func ignored() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          @DependencyEndpointIgnored var log: (String) -> Void = { _ in }
          var computed: () -> Void { {} }
          static var shared: () -> Void = {}
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(!expansion.source.contains("_log"))
    #expect(
      expansion.source.contains(
        """
            log: @escaping (String) -> Void = { _ in
            }
        """))
  }

  @Test("A recorded endpoint requests its results, and has a property of their type")
  func recorded() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint(recorded: true) var roll: (_ sides: Int) -> Int = { $0 }
          @DependencyEndpoint(recorded: true) var shake: () -> Void
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    let mark = "ComposableArchitecture.RecordedEndpoint"
    #expect(expansion.source.contains("private let _recorded_roll = \(mark)<Int>()"))
    let id =
      """
      let id = DependencyInjection.EndpointID("Client.roll", of: Self.self, key: _called_roll.key)
      """
    #expect(expansion.source.contains(id))
    #expect(expansion.source.contains("return \(mark)<Int>.answer(id) {"))
    #expect(expansion.source.contains("func roll(sides p0: Int) -> Int {"))
    #expect(
      expansion.source.contains(
        "private let _recorded_shake = \(mark)<ComposableArchitecture.RecordedCompletion>()"))
    #expect(!expansion.source.contains("EndpointCall"))
  }

  @Test("Only a synchronous call that returns a result is observed")
  func observed() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var roll: () -> Int = { 1 }
          @DependencyEndpoint var stop: () -> Void
          @DependencyEndpoint var load: () async throws -> Int
        }
        """)
    #expect(
      expansion.source.contains(
        """
              let id = DependencyInjection.EndpointID("Client.roll", of: Self.self, key: _called_roll.key)
              return {
                return DependencyInjection.EffectCall.perform(id, ()) { () -> Int in
                  let call = DependencyInjection.EndpointCall.begin()
                  defer {
                    call?.end(id)
                  }
                  return endpoint()
                }
              }
        """))
    #expect(expansion.source.components(separatedBy: "EndpointCall.begin()").count == 2)
  }
}
