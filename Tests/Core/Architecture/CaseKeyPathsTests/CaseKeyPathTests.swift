import CaseKeyPaths
import Testing

@Suite("Case key paths")
struct CaseKeyPathTests {
  @Test("Calling a key path with a value creates the case")
  func call() {
    #expect((\Action.Cases.set)(3) == .set(3))
    #expect((\Action.Cases.child.leaf.select)(true) == .child(.leaf(.select(true))))
  }

  @Test("A key path to a case without a value is called without arguments")
  func callWithoutValue() {
    #expect((\Action.Cases.refresh)() == .refresh)
    #expect((\Action.Cases.child.tapped)() == .child(.tapped))
  }

  @Test("A partial key path creates the case only from a value of its type")
  func callPartial() {
    let path: PartialCaseKeyPath<Action> = \.set
    let value: Any = 3
    let text: Any = "3"
    #expect(path(value) == Action.set(3))
    #expect(path(text) == Action?.none)
  }

  @Test("Key paths to the same case are equal")
  func equality() {
    let path: PartialCaseKeyPath<Action> = \.child.tapped
    #expect(path == \Action.Cases.child.tapped)
    #expect(path != \Action.Cases.child)
    #expect(Set([path, \.child.tapped, \.refresh]).count == 2)
  }

  @Test("A key path in a switch matches values of its case")
  func pattern() {
    func name(_ action: Action) -> String {
      switch action {
      case \.refresh: "refresh"
      case \.child.leaf: "leaf"
      case \.child: "child"
      default: "other"
      }
    }
    #expect(name(.refresh) == "refresh")
    #expect(name(.child(.leaf(.select(true)))) == "leaf")
    #expect(name(.child(.tapped)) == "child")
    #expect(name(.set(1)) == "other")
  }
}
