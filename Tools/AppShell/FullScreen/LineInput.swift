/// A line that the screen asks for.
package struct LineInput<Action> {
  /// What becomes of the line.
  package enum Purpose {
    /// It is a line of a script.
    case command
    /// An action is made of it.
    case answer(String, (String) -> Action?)
  }

  package let purpose: Purpose
  package var editor: LineEditor

  /// What stands before the line.
  package var prompt: String {
    switch purpose {
    case .command: ":"
    case .answer(let question, _): "\(question): "
    }
  }
}
