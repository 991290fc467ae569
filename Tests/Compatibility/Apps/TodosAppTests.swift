import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct TodosAppTests {
  let clock = TestClock()

  private func state(_ todos: Todo.State...) -> Todos.State {
    Todos.State(todos: IdentifiedArray(uniqueElements: todos))
  }

  private func todo(_ id: Int, _ description: String = "", done: Bool = false) -> Todo.State {
    Todo.State(description: description, id: UUID(id), isComplete: done)
  }

  @Test
  func addTodo() async {
    let store = TestStore(initialState: Todos.State()) {
      Todos()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addTodoButtonTapped) {
      $0.todos.insert(Todo.State(description: "", id: UUID(0), isComplete: false), at: 0)
    }
    await store.send(.addTodoButtonTapped) {
      $0.todos = [
        Todo.State(description: "", id: UUID(1), isComplete: false),
        Todo.State(description: "", id: UUID(0), isComplete: false),
      ]
    }
  }

  @Test
  func editTodo() async {
    let store = TestStore(initialState: state(todo(0))) { Todos() }
    await store.send(\.todos[id: UUID(0)].binding.description, "Learn Composable Architecture") {
      $0.todos[id: UUID(0)]?.description = "Learn Composable Architecture"
    }
  }

  @Test
  func completeTodo() async {
    let store = TestStore(initialState: state(todo(0), todo(1))) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.todos[id: UUID(0)].binding.isComplete, true) {
      $0.todos[id: UUID(0)]?.isComplete = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sortCompletedTodos) {
      $0.todos = [$0.todos[1], $0.todos[0]]
    }
  }

  @Test
  func completeTodoDebounces() async {
    let store = TestStore(initialState: state(todo(0), todo(1))) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.todos[id: UUID(0)].binding.isComplete, true) {
      $0.todos[id: UUID(0)]?.isComplete = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.todos[id: UUID(0)].binding.isComplete, false) {
      $0.todos[id: UUID(0)]?.isComplete = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sortCompletedTodos)
  }

  @Test
  func clearCompleted() async {
    let store = TestStore(initialState: state(todo(0), todo(1, done: true))) { Todos() }
    await store.send(.clearCompletedButtonTapped) {
      $0.todos = [$0.todos[0]]
    }
  }

  @Test
  func delete() async {
    let store = TestStore(initialState: state(todo(0), todo(1), todo(2))) { Todos() }
    await store.send(.delete([1])) {
      $0.todos = [$0.todos[0], $0.todos[2]]
    }
  }

  @Test
  func deleteWhileFiltered() async {
    let store = TestStore(initialState: state(todo(0), todo(1), todo(2, done: true))) { Todos() }
    await store.send(\.binding.filter, .completed) {
      $0.filter = .completed
    }
    await store.send(.delete([0])) {
      $0.todos = [$0.todos[0], $0.todos[1]]
    }
  }

  @Test
  func editModeMoving() async {
    let store = TestStore(initialState: state(todo(0), todo(1), todo(2))) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.binding.isEditing, true) {
      $0.isEditing = true
    }
    await store.send(.move([0], 2)) {
      $0.todos = [$0.todos[1], $0.todos[0], $0.todos[2]]
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.sortCompletedTodos)
  }

  @Test
  func editModeMovingWithFilter() async {
    let store = TestStore(
      initialState: state(todo(0), todo(1), todo(2, done: true), todo(3, done: true))
    ) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
    await store.send(\.binding.isEditing, true) {
      $0.isEditing = true
    }
    await store.send(\.binding.filter, .completed) {
      $0.filter = .completed
    }
    await store.send(.move([0], 2)) {
      $0.todos = [$0.todos[0], $0.todos[1], $0.todos[3], $0.todos[2]]
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.sortCompletedTodos)
  }

  @Test
  func filteredEdit() async {
    let store = TestStore(initialState: state(todo(0), todo(1, done: true))) { Todos() }
    await store.send(\.binding.filter, .completed) {
      $0.filter = .completed
    }
    await store.send(\.todos[id: UUID(1)].binding.description, "Did this already") {
      $0.todos[id: UUID(1)]?.description = "Did this already"
    }
    #expect(store.state.filteredTodos.map(\.id) == [UUID(1)])
  }
}
