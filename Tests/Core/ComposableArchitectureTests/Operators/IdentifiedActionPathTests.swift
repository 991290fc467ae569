import ComposableArchitecture
import Testing

@Suite("Paths to the actions of an element")
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

  @Test("A path names the actions of the element of an identity")
  func element() {
    let action: Row? = tap[case: \.rows[id: 1]]
    #expect(action == .tap)
    #expect(!tap.is(\.rows[id: 2]))
    #expect(tap.is(\.rows[id: 1]))
  }

  @Test("A path goes on to a case of the element's actions")
  func elementCase() {
    #expect(tap.is(\.rows[id: 1].tap))
    #expect(!rename.is(\.rows[id: 1].tap))
    let name: String? = rename[case: \.rows[id: 1].rename]
    #expect(name == "x")
    #expect(!rename.is(\.rows[id: 2].rename))
  }

  @Test("A path makes the action of the element")
  func embedding() {
    let path: CaseKeyPath<List, String> = \.rows[id: 1].rename
    #expect(path("x") == rename)
  }
}
