/// A place of a file that does not compile on Linux.
struct Fault: Hashable {
  let offset: Int
  /// The compiler's message, or the name that Linux lacks.
  let message: String
  /// The name that is missing, if that is the fault.
  var name: String?
  /// Whether the place is within a cut that was made before, whose replacement is wrong.
  var isInReplacement = false
}
