import AppShell
import ComposableArchitecture
import Todo

/// The to-do list in the app shell: an executable with every command.
@main
struct TodoShell: ShellApp {
  static let name = "Todos"
  static let version = "1.0"
  static var initialState: TodosFeature.State { TodosFeature.State() }
  static var feature: TodosFeature { TodosFeature() }

  static func screen(of state: TodosFeature.State) -> String {
    guard !state.todos.isEmpty else { return "Nothing to do." }
    return state.todos
      .map { "[\($0.isDone ? "x" : " ")] \($0.title)" }
      .joined(separator: "\n")
  }
}
