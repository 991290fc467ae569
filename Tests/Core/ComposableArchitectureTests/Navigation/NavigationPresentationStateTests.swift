import ComposableArchitecture
import Foundation
import Testing

@Suite("The state of a presentation")
struct NavigationPresentationStateTests {
  struct Parent: Equatable {
    @Presents var number: Int?
    @PresentationState var other: Result<Int, Never>?
  }

  @Test("It is nothing unless given, and behaves as the optional that it holds")
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

  @Test("A copy is not changed with the original")
  func copies() {
    var parent = Parent(number: 1)
    let copy = parent
    parent.number? += 1
    parent.$number.wrappedValue? += 1
    #expect(copy.number == 1)
    #expect(parent.number == 3)
    #expect(copy.$number != parent.$number)
  }

  @Test("The values of its cases are read and changed by case key paths")
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

  @Test("A change of a case while another one is presented is reported, and changes nothing")
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

  @Test("It is encoded and decoded as an optional")
  func codable() throws {
    for (state, text) in [
      (PresentationState(wrappedValue: 7), "[7]"), (.init(wrappedValue: nil), "[null]"),
    ] {
      let data = try JSONEncoder().encode([state])
      #expect(String(decoding: data, as: UTF8.self) == text)
      #expect(try JSONDecoder().decode([PresentationState<Int>].self, from: data) == [state])
    }
  }

  @Test("It is dumped as an optional")
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

  @Test("The actions of what is presented have case paths without a detour")
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

  @Test("One of several presented features has case paths of a presentation of its own")
  func scopedCasePaths() {
    let path: CaseKeyPath<Action, PresentationAction<Int>> = \.number.add
    #expect(Action.number(.presented(.add(3)))[case: path] == .presented(3))
    #expect(Action.number(.dismiss)[case: path] == .dismiss)
    #expect(Action.number(.presented(.increment))[case: path] == nil)
    #expect(path(.presented(4)) == .number(.presented(.add(4))))
    #expect(path(.dismiss) == .number(.dismiss))
  }
}
