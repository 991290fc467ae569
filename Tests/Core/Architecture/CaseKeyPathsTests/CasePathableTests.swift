import CaseKeyPaths
import Testing

@Suite("Enums with case paths")
struct CasePathableTests {
  @Test("A key path reads the value of a case")
  func getCase() {
    let action = Action.child(.leaf(.select(true)))
    #expect(action[case: \.child.leaf.select] == true)
    #expect(action[case: \.set] == nil)
  }

  @Test("A key path with an erased type reads the value of a case")
  func getAnyCase() {
    let path: PartialCaseKeyPath<Action> = \.set
    #expect(Action.set(3)[case: path] as? Int == 3)
    #expect(Action.refresh[case: path] == nil)
  }

  @Test("Setting the value of a case changes that case alone")
  func setCase() {
    var action = Action.refresh
    action[case: \.set] = 3
    #expect(action == .refresh)
    action = .set(1)
    action[case: \.set] = 3
    #expect(action == .set(3))
  }

  @Test("The name of a case reads its value, including through nested enums")
  func dynamicMember() {
    #expect(Action.set(3).set == 3)
    #expect(Action.refresh.set == nil)
    #expect(Action.child(.leaf(.select(true))).child?.leaf == .select(true))
  }

  @Test("A value is in its own case and in all enclosing cases")
  func isCase() {
    let action = Action.child(.leaf(.select(true)))
    #expect(action.is(\.child))
    #expect(action.is(\.child.leaf.select))
    #expect(!action.is(\.child.tapped))
    #expect(!action.is(\.refresh))
  }

  @Test("The value of a case is modified in place")
  func modify() {
    var action = Action.set(3)
    action.modify(\.set) { $0 += 1 }
    #expect(action == .set(4))
    action = .child(.leaf(.select(true)))
    action.modify(\.child.leaf.select) { $0.toggle() }
    #expect(action == .child(.leaf(.select(false))))
  }

  @Test("A modification that throws changes nothing")
  func modifyThrowing() {
    var action = Action.set(3)
    #expect(throws: CancellationError.self) {
      try action.modify(\.set) {
        $0 += 1
        throw CancellationError()
      }
    }
    #expect(action == .set(3))
    var optional: Action? = action
    #expect(throws: CancellationError.self) {
      try optional.modify(\.set) { _ in throw CancellationError() }
    }
    #expect(optional == action)
  }

  @Test("Modifying a different case is an issue, and changes nothing")
  func modifyOtherCase() {
    var action = Action.refresh
    withKnownIssue {
      action.modify(\.set) { $0 += 1 }
    } matching: {
      $0.description.contains("the value is in another case, refresh")
    }
    #expect(action == .refresh)
  }

  @Test("All cases are listed in source order")
  func allCases() {
    #expect(
      Array(Action.allCasePaths) == [
        \.refresh, \.set, \.rename, \.note, \.child, \.default, \.first,
      ])
    #expect(Array(Tree<Int>.allCasePaths) == [\.leaf, \.node])
  }

  @Test("The case of a value is found by reflection")
  func reflection() {
    #expect(Action.allCasePaths[.child(.tapped)] == \.child)
    #expect(Action.allCasePaths[.note(nil)] == \.note)
    #expect(Tree.allCasePaths[.leaf(1)] == \.leaf)
  }
}
