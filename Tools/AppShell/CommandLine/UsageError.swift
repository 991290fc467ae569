/// What is wrong with a command line.
package enum UsageError: Error, Equatable, Sendable {
  /// There is nothing that is to be done.
  case noVerb
  /// There is no such verb; the nearest one is given, if one is near.
  case unknownVerb(String, nearest: String?)
  /// The verb, or the program if there is none, has no such option.
  case unknownOption(String, of: Verb?, nearest: String?)
  /// The beginning of an option's name is that of several.
  case ambiguousOption(String, candidates: [String])
  /// An option needs a value and has none.
  case missingValue(option: String, value: String)
  /// An option takes no value and has one.
  case unexpectedValue(option: String)
  /// An option's value cannot be what it has to be.
  case badValue(option: String, value: String, expected: String)
  /// Two options contradict each other.
  case conflict(String, String)
  /// The verb needs something that is not there.
  case missingOperand(String, of: Verb)
  /// What should be the path of a file or folder is empty, as where a variable of a shell is.
  case emptyPath(of: String, needs: String)
  /// The verb has no use for what stands there.
  case extraOperand(String, of: Verb)
  /// An option that the verb cannot do without is not there.
  case missingOption(String, of: Verb)
}
