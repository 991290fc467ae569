import Testing

@Suite("Expansions of @ViewAction")
struct ViewActionMacroTests {
  @Test("A view with a store conforms to ViewActionSending")
  func view() {
    let expansion = Expansion(
      of: """
        @ViewAction(for: Login.self)
        struct LoginView {
          let store: StoreOf<Login>
        }
        """)
    #expect(
      expansion.source.contains(
        "extension LoginView: ComposableArchitecture.ViewActionSending {"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A view without a store is reported")
  func noStore() {
    let expansion = Expansion(
      of: """
        @ViewAction(for: Login.self)
        struct LoginView {
          let name: String
        }
        """)
    #expect(expansion.diagnostics.count == 1)
    #expect(!expansion.source.contains("extension"))
  }
}
