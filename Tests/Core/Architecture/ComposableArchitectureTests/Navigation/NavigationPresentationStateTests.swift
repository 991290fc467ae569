import ComposableArchitecture
import Foundation
import Testing

@Suite("Presentation state")
struct NavigationPresentationStateTests {
  struct Parent: Equatable {
    @Presents var number: Int?
    @PresentationState var other: Result<Int, Never>?
  }

  @Test("A presentation is empty by default, and behaves like the optional that it holds")
  func optional() {
    var parent = Parent()
    #expect(parent.number == nil)
    parent.number? += 1
    #expect(parent == Parent())
    parent.number = 1
    parent.number? += 1
    #expect(parent.number == 2)
    #expect(parent == Parent(number: 2))
    #expect(parent != Parent(number: 3))
    parent.number = nil
    #expect(parent == Parent())
  }

  @Test("Changing the original does not change a copy")
  func copies() {
    var parent = Parent(number: 1)
    let copy = parent
    parent.number? += 1
    parent.$number.wrappedValue? += 1
    #expect(copy.number == 1)
    #expect(parent.number == 3)
    #expect(copy.$number != parent.$number)
  }

  @Test("Case key paths read and change the values of cases")
  func cases() {
    var parent = Parent(other: .success(1))
    #expect(parent.$other[case: \.success] == 1)
    parent.$other[case: \.success]? += 1
    #expect(parent.other == .success(2))
    parent.$other[case: \.success] = nil
    #expect(parent.other == nil)
    parent.$other[case: \.success] = 3
    #expect(parent.other == .success(3))
  }

  @CasePathable
  enum Tab: Equatable {
    case list(Int)
    case detail(String)
  }

  @Test("Changing a case while a different case is presented is reported, and has no effect")
  @MainActor
  func otherCase() async {
    var tab = PresentationState<Tab>(wrappedValue: .list(1))
    var stack = StackState<Tab>([.list(1)])
    let id = stack.ids[0]
    let texts = await issues {
      tab[case: \.detail]?.append("a")
      tab[case: \.detail] = "b"
      tab[case: \.detail] = nil
      stack[id: id, case: \.detail]?.append("a")
      tab[case: \.list]? += 1
      stack[id: id, case: \.list]? += 1
    }
    #expect(texts.count == 4)
    #expect(texts.first?.contains("the state is in another case, list(1)") == true)
    #expect(tab.wrappedValue == .list(2))
    #expect(stack[id: id] == .list(2))
  }

  @CasePathable
  enum Screen {
    struct State: Equatable {
      var title = ""
    }

    case detail(State)
    case list(Int)
  }

  struct Home {
    @CasePathable
    enum State: Equatable {
      case screen(Screen.State)
      case list(Int)
    }

    struct Fields: Equatable {
      @PresentationState var tab: State? = .list(1)
      var path = StackState<State>([.list(1)])
    }

    @CasePathable
    enum Action: BindableAction {
      case binding(BindingAction<Fields>)
    }
  }

  @Test("The report of a change in a different case has its location and both full type names")
  @MainActor
  func otherCaseOfNestedTypes() async {
    var fields = Home.Fields()
    let id = fields.path.ids[0]
    let change = Home.Action.set(\.$tab[case: \.screen], Screen.State())
    let firstLine: UInt = #line + 2
    let issues = await reportedIssues {
      fields.$tab[case: \.screen]?.title = "a"
      fields.$tab[case: \.screen] = nil
      fields.path[id: id, case: \.screen]?.title = "a"
      fields.path[id: id, case: \.screen] = nil
      _ = BindingReducer().reduce(into: &fields, action: change)
    }
    let types =
      "Cannot change a 'NavigationPresentationStateTests.Screen.State' in "
      + "'NavigationPresentationStateTests.Home.State'"
    #expect(issues.count == 5)
    #expect(issues.allSatisfy { $0.message.hasPrefix(types) })
    #expect(
      issues.map { $0.location?.line }
        == [firstLine, firstLine + 1, firstLine + 2, firstLine + 3, firstLine - 3])
    #expect(issues.allSatisfy { $0.location?.fileID.description == #fileID })
  }

  @Test("Key paths to a case are equal wherever they are written")
  func equalKeyPaths() {
    let change = BindingAction<Home.Fields>.set(\.$tab[case: \.list], 2)
    #expect(change == .set(\.$tab[case: \.list], 2))
    #expect(\.$tab[case: \.list] ~= change)
  }

  @Test("A presentation is encoded and decoded as an optional")
  func codable() throws {
    for (state, text) in [
      (PresentationState(wrappedValue: 7), "[7]"), (.init(wrappedValue: nil), "[null]"),
    ] {
      let data = try JSONEncoder().encode([state])
      #expect(String(decoding: data, as: UTF8.self) == text)
      #expect(try JSONDecoder().decode([PresentationState<Int>].self, from: data) == [state])
    }
  }

  @Test("A presentation is dumped as an optional")
  func dump() {
    var text = ""
    customDump(Parent(number: 7), to: &text)
    #expect(
      text == """
        NavigationPresentationStateTests.Parent(
          _number: 7,
          _other: nil
        )
        """)
  }

  @Test("Equal states have equal hashes")
  func hashing() {
    let states: Set = [PresentationState(wrappedValue: 7), PresentationState(wrappedValue: 7)]
    #expect(states.count == 1)
    #expect(!states.contains(PresentationState(wrappedValue: nil)))
  }

  @CasePathable
  enum Action: Equatable {
    case number(PresentationAction<Choice>)
  }

  @CasePathable
  enum Choice: Equatable {
    case increment
    case add(Int)
    case inner(PresentationAction<Bool>)
  }

  @Test("Case paths lead directly to the actions of the presented feature")
  func casePaths() {
    let action = Action.number(.presented(.add(3)))
    #expect(action[case: \.number.add] == 3)
    #expect(action[case: \.number.presented.add] == 3)
    #expect(action.is(\.number.presented))
    #expect(!action.is(\.number.dismiss))
    #expect(!action.is(\.number.increment))
    #expect(Action.number(.dismiss).is(\.number.dismiss))
    #expect((\Action.Cases.number.add)(4) == .number(.presented(.add(4))))
    #expect(Action.number(.presented(.inner(.dismiss))).is(\.number.inner.dismiss))
  }

  @Test("Each of several presented features has the case paths of a presentation")
  func scopedCasePaths() {
    let path: CaseKeyPath<Action, PresentationAction<Int>> = \.number.add
    #expect(Action.number(.presented(.add(3)))[case: path] == .presented(3))
    #expect(Action.number(.dismiss)[case: path] == .dismiss)
    #expect(Action.number(.presented(.increment))[case: path] == nil)
    #expect(path(.presented(4)) == .number(.presented(.add(4))))
    #expect(path(.dismiss) == .number(.dismiss))
  }
}
