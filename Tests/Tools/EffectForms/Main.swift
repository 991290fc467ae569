import AppShell
import ComposableArchitecture
import Foundation

/// Starts the app of the forms, or prints the forms for `make effect-mutants`.
@main
enum Main {
  static func main() async {
    guard CommandLine.arguments.dropFirst() == ["forms"] else { return await FormsApp.main() }
    for form in Forms.all { print(form.line) }
  }
}

struct FormsApp: ShellApp {
  static let name = "EffectForms"
  static let version = "1.0"
  static var initialState: Forms.State { Forms.State() }
  static var feature: Forms { Forms() }

  static func screen(of state: Forms.State) -> String { state.texts.joined(separator: " ") }
}
