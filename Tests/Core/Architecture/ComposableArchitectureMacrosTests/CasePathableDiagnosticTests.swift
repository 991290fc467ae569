import Testing

@Suite("Diagnostics of @CasePathable")
struct CasePathableDiagnosticTests {
  @Test(
    "A type that isn't an enum is rejected",
    arguments: [
      ("struct", "a 'struct'"), ("class", "a 'class'"), ("actor", "an 'actor'"),
      ("protocol", "a 'protocol'"),
    ])
  func notAnEnum(keyword: String, description: String) {
    let expansion = Expansion(
      of: """
        @CasePathable
        public \(keyword) State {}
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:8: error: '@CasePathable' cannot be applied to \(description): only an enum has cases
        """,
        #"  fix-it: remove '@CasePathable': "@CasePathable" → """#,
      ])
    #expect(!expansion.source.contains("AllCasePaths"))
  }

  @Test("Two cases with the same name are reported at the second")
  func overloads() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          case set(name: String), clear
          case set(number: Int)
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        3:8: error: '@CasePathable' cannot tell two cases named 'set' apart: a key path names a \
        case without its labels; rename one of them
        """
      ])
    #expect(!expansion.source.contains("AllCasePaths"))
    #expect(!expansion.source.contains("extension"))
  }

  @Test("A case within #if is reported if an unconditional case has its name")
  func overloadInConditional() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          case set(Int)
          #if DEBUG
            case set(String)
          #endif
        }
        """)
    #expect(expansion.diagnostics.map { $0.prefix(9) } == ["4:10: err"])
  }

  @Test("Branches of an #if may have cases with the same name")
  func branches() {
    let expansion = Expansion(
      of: """
        @CasePathable enum Action {
          #if os(Linux)
            case set(Int)
          #else
            case set(String)
          #endif
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("AnyCasePath<Action, Int>"))
    #expect(expansion.source.contains("AnyCasePath<Action, String>"))
  }
}
