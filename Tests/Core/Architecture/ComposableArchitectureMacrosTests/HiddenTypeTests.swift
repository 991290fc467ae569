import Testing

@Suite("Private nested types")
struct HiddenTypeTests {
  @Test(
    "A nested private type cannot be extended, and is reported once",
    arguments: [("CasePathable", "enum"), ("Recordable", "struct"), ("Reducer", "struct")])
  func nested(macro: String, keyword: String) {
    let expansion = Expansion(
      of: """
        struct Feature {
          @\(macro)
          private \(keyword) Kind {}
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        3:3: error: '@\(macro)' cannot extend a type that is nested and 'private', or nested in \
        one that is: make it 'fileprivate'
        """,
        #"  fix-it: change 'private' to 'fileprivate': "private" → "fileprivate""#,
      ])
    #expect(!expansion.source.contains("extension"))
  }

  @Test("A type within a nested private type cannot be extended")
  func within() {
    let expansion = Expansion(
      of: """
        struct Feature {
          private struct Draft {
            @Recordable
            struct State {}
          }
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        4:5: error: '@Recordable' cannot extend a type that is nested and 'private', or nested in \
        one that is: make it 'fileprivate'
        """
      ])
  }

  @Test("At the top of a file, private hides nothing")
  func topLevel() {
    let expansion = Expansion(
      of: """
        @Recordable
        private struct Outer {
          @Recordable struct Inner {}
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
