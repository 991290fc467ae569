/// A line of a dump.
struct Line {
  /// The spaces before the text.
  var indent: Int
  var text: String
}

extension Line: CustomStringConvertible {
  var description: String {
    text.isEmpty ? "" : String(repeating: " ", count: indent) + text
  }
}
