import ComposableArchitecture
import Testing

@Suite("Case paths to an element's actions")
struct IdentifiedActionPathTests {
  @CasePathable
  enum Row: Equatable {
    case tap
    case rename(String)
  }

  @CasePathable
  enum List: Equatable { case rows(IdentifiedAction<Int, Row>) }

  private let tap = List.rows(.element(id: 1, action: .tap))
  private let rename = List.rows(.element(id: 1, action: .rename("x")))

  @Test("A case path matches the actions of the element with an identity")
  func element() {
    let action: Row? = tap[case: \.rows[id: 1]]
    #expect(action == .tap)
    #expect(!tap.is(\.rows[id: 2]))
    #expect(tap.is(\.rows[id: 1]))
  }

  @Test("A case path can be extended to a case of the element's actions")
  func elementCase() {
    #expect(tap.is(\.rows[id: 1].tap))
    #expect(!rename.is(\.rows[id: 1].tap))
    let name: String? = rename[case: \.rows[id: 1].rename]
    #expect(name == "x")
    #expect(!rename.is(\.rows[id: 2].rename))
  }

  @Test("A case path creates an action of the element")
  func embedding() {
    let path: CaseKeyPath<List, String> = \.rows[id: 1].rename
    #expect(path("x") == rename)
  }
}
