import Testing

@Suite("Expansions of @DependencyEntry")
struct DependencyEntryMacroTests {
  @Test("A property has a key of its own with its live value")
  func property() {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry var limit: Int = 10
        }
        """)
    #expect(
      expansion.source == """
        extension DependencyValues {
          var limit: Int {
            get {
              self[__Key_limit.self]
            }
            set {
              self[__Key_limit.self] = newValue
            }
            _modify {
              yield &self[__Key_limit.self]
            }
          }

          private nonisolated enum __Key_limit: DependencyInjection.DependencyKey {
            static var liveValue: Int {
              10
            }
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "The key of a property that other modules see has a test value",
    arguments: [
      ("extension", "public ", "public "), ("public extension", "", "public "),
      ("extension", "package ", "package "),
    ])
  func shared(extension keyword: String, modifier: String, access: String) {
    let expansion = Expansion(
      of: """
        \(keyword) DependencyValues {
          @available(macOS 15, *) @DependencyEntry \(modifier)var `default`: any Client = NoClient()
        }
        """)
    #expect(
      expansion.source.contains(
        """
          @available(macOS 15, *)
          \(access)nonisolated enum __Key_default: DependencyInjection.TestDependencyKey {
            \(access)static var testValue: any Client {
              NoClient()
            }
          }
        """))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A value without a declared type is a constant whose type the compiler infers")
  func inferred() {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry fileprivate var limit = Limits().lines
        }
        """)
    #expect(expansion.source.contains("static let liveValue = Limits().lines"))
    #expect(expansion.source.contains("private nonisolated enum __Key_limit"))
  }

  @Test(
    "With arguments, the value of a property is its test value",
    arguments: [
      (
        "(liveValue: Radio.antenna) var radio = Radio.silent", "private ", "__Key_radio",
        "DependencyKey", ["let liveValue = Radio.antenna", "let testValue = Radio.silent"]
      ),
      (
        "(previewValue: Radio.noise) var radio = Radio.silent", "private ", "__Key_radio",
        "TestDependencyKey", ["let previewValue = Radio.noise", "let testValue = Radio.silent"]
      ),
      (
        "(\"RadioKey\") var radio = Radio.silent", "", "RadioKey", "TestDependencyKey",
        ["let testValue = Radio.silent"]
      ),
    ])
  func arguments(
    entry: String, access: String, key: String, conformance: String, values: [String]
  ) {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry\(entry)
        }
        """)
    let lines =
      ["  \(access)nonisolated enum \(key): DependencyInjection.\(conformance) {"]
      + values.map { "    static \($0)" } + ["  }"]
    #expect(expansion.source.contains(lines.joined(separator: "\n")))
    #expect(expansion.source.contains("self[\(key).self]"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A property with only a live value has no test value")
  func liveValueOnly() {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry(liveValue: Antenna()) var radio: any Radio
        }
        """)
    #expect(
      expansion.source.contains(
        """
          private nonisolated enum __Key_radio: DependencyInjection.DependencyKey {
            static var liveValue: any Radio {
              Antenna()
            }
          }
        """))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "A property without a value uses its type as the key, or nil if the type is optional",
    arguments: [
      ("APIClient", "self[APIClient.self]"), ("API.Client", "self[API.Client.self]"),
      ("Client?", "static var liveValue: Client? {\n      nil"),
    ])
  func noValue(type: String, source: String) {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry var client: \(type)
        }
        """)
    #expect(expansion.source.contains(source))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "A declaration that cannot be an entry is reported with a fix-it",
    arguments: [
      (
        "let limit = 10",
        [
          "2:20: error: '@DependencyEntry' requires a 'var': tests assign to it",
          "  fix-it: change 'let' to 'var': \"let\" → \"var\"",
        ]
      ),
      (
        "var client: any Client",
        [
          """
          2:24: error: '@DependencyEntry' requires a value of 'client', or a type that conforms to \
          'TestDependencyKey'
          """,
          """
            fix-it: insert '= <#value#>': "client: any Client" → "client: any Client = <#value#>"
          """,
        ]
      ),
      (
        "var limit: Int { 10 }",
        [
          """
          2:24: error: '@DependencyEntry' can only be applied to a single stored property, such as \
          'var limit = 10'
          """, "  fix-it: remove '@DependencyEntry': \"@DependencyEntry\" → \"\"",
        ]
      ),
      (
        "static var limit = 10",
        [
          """
          2:31: error: '@DependencyEntry' can only be applied to a single stored property, such as \
          'var limit = 10'
          """, "  fix-it: remove '@DependencyEntry': \"@DependencyEntry\" → \"\"",
        ]
      ),
      (
        "func limit() {}",
        [
          """
          2:3: error: '@DependencyEntry' can only be applied to a single stored property, such as \
          'var limit = 10'
          """, "  fix-it: remove '@DependencyEntry': \"@DependencyEntry\" → \"\"",
        ]
      ),
    ])
  func misplaced(declaration: String, diagnostics: [String]) {
    let expansion = Expansion(
      of: """
        extension DependencyValues {
          @DependencyEntry \(declaration)
        }
        """)
    #expect(expansion.diagnostics == diagnostics)
  }

  @Test("A property outside of an extension of DependencyValues is rejected")
  func otherType() {
    let expansion = Expansion(
      of: """
        struct Settings {
          @DependencyEntry var limit = 10
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:24: error: '@DependencyEntry' can only be applied to a property in an extension of \
        'DependencyValues'
        """, "  fix-it: remove '@DependencyEntry': \"@DependencyEntry\" → \"\"",
      ])
  }
}
