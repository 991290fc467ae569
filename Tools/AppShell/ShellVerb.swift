package import CommandLineKit

/// A verb that the shell of an app runs. To add a verb, write a type and add it to `Verbs`.
package protocol ShellVerb: Verb {
  /// Runs the verb and returns the exit code.
  @MainActor
  func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32
}
