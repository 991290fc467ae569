/// A function of a dependency that no macro makes a client: the program records its answers.
package struct RecordedRead {
  /// The name of the dependency.
  let dependency: String
  /// The module with the dependency.
  let module: String
  let function: AnsweringFunction
  /// Whether the dependency itself is the function.
  let isWhole: Bool

  /// The name of the read in logs.
  package var name: String { isWhole ? dependency : "\(dependency).\(function.name)" }

  /// The element of a program's `recordedDependencies`.
  package var text: String {
    let names = (0..<function.parameterCount).map { "a\($0)" }.joined(separator: ", ")
    let opening = names.isEmpty ? "{" : "{ \(names) in"
    let head =
      "RecordedDependency(\(name.quoted), \\.\(dependency), reads: \(function.answer).self)"
    guard !isWhole else {
      return "\(head) { value, read in\n  \(opening) read { value(\(names)) } }\n}"
    }
    return """
      \(head) { client, read in
        var copy = client
        let value = client.\(function.name)
        copy.\(function.name) = \(opening) read { value(\(names)) } }
        return copy
      }
      """
  }
}
