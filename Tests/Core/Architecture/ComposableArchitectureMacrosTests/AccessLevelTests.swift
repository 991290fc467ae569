import Foundation
import Testing

@Suite("Access levels of generated members")
struct AccessLevelTests {
  @Test(
    "Generated members have the access level of their type if it is above internal",
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

  @Test("A public case path is documented")
  func documentation() {
    let comment = "/// The case path of `only`.\n"
    #expect(
      Expansion(of: "@CasePathable public enum Kind { case only }").source.contains(comment))
    #expect(!Expansion(of: "@CasePathable enum Kind { case only }").source.contains(comment))
  }

  @Test("A type in a public extension has public members unless it has its own access level")
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

  @Test(
    "If an enclosing type may be private, recordChange is a member of the type itself",
    arguments: ["private struct Feature", "fileprivate enum Feature", "extension Feature"])
  func privateTypeAround(outer: String) {
    let expansion = Expansion(
      of: """
        \(outer) {
          @Recordable struct Page<Item> {
            let item: Item
          }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.hasPrefix(
        """
        \(outer) {
          struct Page<Item> {
            let item: Item

            func recordChange(from old: Self, into encoder: inout RecordCoding.RecordEncoder) \
        -> Swift.Bool where Item: RecordCoding.Recordable {
        """))
    #expect(expansion.source.components(separatedBy: "func recordChange").count == 2)
    #expect(
      expansion.source.contains("extension Feature.Page: RecordCoding.Recordable where Item:"))
  }

  @Test("An error in a type within a private type is reported once")
  func reportedOnce() {
    let expansion = Expansion(
      of: """
        private enum Feature {
          @Recordable struct Page {
            let open: () -> Void
          }
        }
        """)
    #expect(expansion.diagnostics.count == 1)
    #expect(!expansion.source.contains("recordChange"))
  }
}
