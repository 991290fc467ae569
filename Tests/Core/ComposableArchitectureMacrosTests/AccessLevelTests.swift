import Testing

@Suite("Access levels of what macros write")
struct AccessLevelTests {
  @Test(
    "Members are as visible as their type, and never need less than the default",
    arguments: [
      ("public", "public "), ("package", "package "), ("internal", ""), ("fileprivate", ""),
      ("private", ""), ("", ""),
    ])
  func modifiers(modifier: String, prefix: String) {
    let expansion = Expansion(of: "@CasePathable @Recordable \(modifier) enum Kind { case only }")
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("\n  \(prefix)nonisolated struct AllCasePaths"))
    #expect(expansion.source.contains("\n  \(prefix)nonisolated static var allCasePaths"))
    #expect(expansion.source.contains("\n  \(prefix)func record(into"))
    #expect(expansion.source.contains("\n  \(prefix)init(recorded"))
  }

  @Test("A case path that others see is documented")
  func documentation() {
    let comment = "/// The case path of `only`.\n"
    #expect(
      Expansion(of: "@CasePathable public enum Kind { case only }").source.contains(comment))
    #expect(!Expansion(of: "@CasePathable enum Kind { case only }").source.contains(comment))
  }

  @Test("A type in a public extension is public unless it says otherwise")
  func publicExtension() {
    let expansion = Expansion(
      of: """
        public extension Feature {
          @Recordable struct State {}
          @Recordable internal struct Draft {}
        }
        """)
    #expect(expansion.source.contains("\n  public func record(into"))
    #expect(expansion.source.contains("\n  func record(into"))
  }
}
