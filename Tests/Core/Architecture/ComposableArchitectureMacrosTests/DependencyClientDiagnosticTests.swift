import Testing

@Suite("Diagnostics of @DependencyClient")
struct DependencyClientDiagnosticTests {
  @Test(
    "A fix-it changes a class or an actor to a struct",
    arguments: [("class", "a 'class'"), ("actor", "an 'actor'")])
  func reference(keyword: String, description: String) {
    let expansion = Expansion(
      of: """
        @DependencyClient
        \(keyword) Client {
          var fetch: () throws -> Int
        }
        """)
    #expect(
      expansion.diagnostics == [
        "2:1: error: '@DependencyClient' can only be applied to a struct, not to \(description)",
        #"  fix-it: change '\#(keyword)' to 'struct': "\#(keyword)" → "struct""#,
        #"  fix-it: remove '@DependencyClient': "@DependencyClient" → """#,
      ])
    #expect(!expansion.source.contains("init"))
  }

  @Test("An enum or a protocol is rejected", arguments: ["enum", "protocol"])
  func noStruct(keyword: String) {
    let article = keyword == "enum" ? "an" : "a"
    let expansion = Expansion(of: "@DependencyClient \(keyword) Client {}")
    #expect(
      expansion.diagnostics == [
        """
        1:19: error: '@DependencyClient' can only be applied to a struct, not to \(article) \
        '\(keyword)'
        """,
        #"  fix-it: remove '@DependencyClient': "@DependencyClient" → """#,
      ])
  }

  @Test(
    "An endpoint that returns a value without throwing requires a default",
    arguments: [
      ("() -> Int", "{ <#Int#> }"), ("(Int, String) async -> [Int]", "{ _, _ in <#[Int]#> }"),
      ("@Sendable (_ id: Int) throws(Refusal) -> (Int, Int)", "{ _ in <#(Int, Int)#> }"),
    ])
  func noDefault(type: String, closure: String) {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var number: \(type)
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:27: error: Default value required for non-throwing closure 'number': an unassigned \
        endpoint reports an issue and must then return a value
        """,
        """
          fix-it: insert '= \(closure)': "number: \(type)" → "number: \(type) = \(closure)"
        """,
      ])
  }

  @Test(
    "A closure of a client is diagnosed as an endpoint even if it is not marked",
    arguments: ["var number: () -> Int", "let stop: () -> Void", "var start = {}"])
  func implied(property: String) {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          \(property)
        }
        """)
    #expect(expansion.diagnostics.count == 2)
  }

  @Test("A fix-it makes a constant endpoint a variable")
  func constant() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint let number: () throws -> Int
        }
        """)
    #expect(
      expansion.diagnostics == [
        "2:23: error: '@DependencyEndpoint' requires 'number' to be a 'var': tests assign to it",
        #"  fix-it: change 'let' to 'var': "let" → "var""#,
      ])
  }

  @Test("A fix-it marks an endpoint without a type as ignored")
  func noType() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var number = { 42 }
        }
        """)
    #expect(
      expansion.diagnostics == [
        "2:27: error: '@DependencyEndpoint' requires the type of 'number' to be written",
        """
          fix-it: add '@DependencyEndpointIgnored': "@DependencyEndpoint var number = { 42 }" → \
        "@DependencyEndpointIgnored var number = { 42 }"
        """,
      ])
  }

  @Test("A fix-it marks an endpoint with observers as ignored")
  func observed() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var stop: () -> Void = {} { didSet {} }
        }
        """)
    #expect(
      expansion.diagnostics == [
        "2:49: error: '@DependencyEndpoint' cannot be applied to 'stop', which has observers",
        """
          fix-it: add '@DependencyEndpointIgnored': \
        "@DependencyEndpoint var stop: () -> Void = {} { didSet {} }" → \
        "@DependencyEndpointIgnored var stop: () -> Void = {} { didSet {} }"
        """,
      ])
  }

  @Test("A fix-it makes a variadic parameter of an endpoint an array")
  func variadic() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint var add: (_ numbers: Int...) throws -> Int
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:44: error: '@DependencyEndpoint' cannot pass on a variadic parameter: take an array, \
        '[Int]'
        """,
        #"  fix-it: change the type to '[Int]': "_ numbers: Int..." → "_ numbers: [Int]""#,
      ])
  }

  @Test("A declaration of several endpoints is rejected")
  func several() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var start: () -> Void, stop: () -> Void
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        3:7: error: '@DependencyClient' requires each endpoint to be declared on its own: split \
        the declaration
        """
      ])
  }

  @Test("Properties within #if are rejected")
  func conditional() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          #if DEBUG
            var stop: () -> Void
          #endif
        }
        """)
    #expect(
      expansion.diagnostics.prefix(1) == [
        """
        3:3: error: '@DependencyClient' cannot initialize properties that depend on a build flag: \
        move '#if' into the closures that are assigned to them
        """
      ])
  }

  @Test(
    "@DependencyEndpoint is rejected unless it is on a stored closure",
    arguments: [
      ("var number: Int", "35"), ("static var stop: () -> Void = {}", "31"),
      ("var stop: () -> Void { {} }", "24"),
    ])
  func misplacedMark(property: String, column: String) {
    let expansion = Expansion(of: "struct C { @DependencyEndpoint \(property) }")
    #expect(expansion.diagnostics.count == 2)
    #expect(
      expansion.diagnostics.first?.hasSuffix(
        """
        error: '@DependencyEndpoint' can only be applied to a stored property with the type of a \
        closure, such as 'var fetch: (_ id: Int) async throws -> User'
        """) == true)
    #expect(
      expansion.diagnostics.last
        == #"  fix-it: remove '@DependencyEndpoint': "@DependencyEndpoint" → """#)
  }

  @Test(
    "A method name that isn't a plain identifier is rejected",
    arguments: [#""save all""#, #""\(x)""#, "name", #""""#])
  func methodName(literal: String) {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint(method: \(literal)) var save: () -> Void
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:31: error: '@DependencyEndpoint' requires the name of a method as plain text, not \
        \(literal)
        """,
        """
          fix-it: remove the arguments: "@DependencyEndpoint(method: \(literal))" → \
        "@DependencyEndpoint"
        """,
      ])
  }

  @Test(
    "@DependencyEndpointIgnored is rejected unless it is on a stored property",
    arguments: ["func f() {}", "var x: Int { 1 }"])
  func misplacedIgnored(declaration: String) {
    let expansion = Expansion(of: "struct C { @DependencyEndpointIgnored \(declaration) }")
    #expect(
      expansion.diagnostics == [
        """
        1:12: error: '@DependencyEndpointIgnored' can only be applied to a stored property of a \
        client
        """,
        #"  fix-it: remove '@DependencyEndpointIgnored': "@DependencyEndpointIgnored" → """#,
      ])
  }

  @Test(
    "An endpoint cannot be recorded if a log could not reproduce its results",
    arguments: [
      (
        "() async -> Int",
        "a reducer cannot await it, and the calls of effects are recorded "
          + "without this argument"
      ),
      (
        "() throws -> Int",
        "write the type of its errors, which must be recordable, as in "
          + "'throws(Failure)'"
      ),
      ("(inout Int) -> Int", "it changes an argument; return the new value instead"),
    ])
  func notRecordable(type: String, reason: String) {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint(recorded: true) var number: \(type) = value
        }
        """)
    #expect(
      expansion.diagnostics.first == "2:23: error: 'number' cannot be recorded: \(reason)")
  }

  @Test("The argument 'recorded' is rejected unless it is a literal")
  func notALiteral() {
    let expansion = Expansion(
      of: """
        struct Client {
          @DependencyEndpoint(recorded: isOn) var number: () -> Int? = { nil }
        }
        """)
    #expect(
      expansion.diagnostics.first
        == """
        2:33: error: '@DependencyEndpoint' requires 'recorded' to be 'true' or 'false', not isOn
        """
    )
  }
}
