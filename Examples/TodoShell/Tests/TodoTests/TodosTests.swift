import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import Testing
import Todo

@MainActor
@Suite("The list of todos")
struct TodosTests {
  @Test("Completed items move to the end a second after the last tap")
  func sort() async {
    let clock = TestClock()
    let store = TestStore(initialState: TodosFeature.State()) {
      TodosFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }

    await store.send(.addTapped("Milk")) {
      $0.todos = [TodoFeature.State(id: UUID(0), title: "Milk")]
    }
    await store.send(.addTapped("Bread")) {
      $0.todos.insert(TodoFeature.State(id: UUID(1), title: "Bread"), at: 0)
    }
    await store.send(\.todos[id: UUID(1)].toggled) {
      $0.todos[id: UUID(1)]?.isDone = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.todos[id: UUID(0)].renamed, "Oat milk") {
      $0.todos[id: UUID(0)]?.title = "Oat milk"
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.sortDone) {
      $0.todos = [
        TodoFeature.State(id: UUID(0), title: "Oat milk"),
        TodoFeature.State(id: UUID(1), title: "Bread", isDone: true),
      ]
    }
    await store.send(.clearDoneTapped) {
      $0.todos = [TodoFeature.State(id: UUID(0), title: "Oat milk")]
    }
  }
}
