/// Names types as their authors write them: without modules, and with `[T]` and `T?`.
///
/// Remembers the names that it made: a dump asks for the same few over and over.
package final class TypeNames {
  private var names: [ObjectIdentifier: String] = [:]

  func name(of type: Any.Type) -> String {
    let identifier = ObjectIdentifier(type)
    if let name = names[identifier] { return name }
    let name = Self.shortened(String(reflecting: type))
    names[identifier] = name
    return name
  }

  /// The name of a type, given as `String(reflecting:)` gives it.
  package static func shortened(_ qualifiedName: String) -> String {
    sugared(withoutModules(withoutContexts(qualifiedName)))
  }

  /// Removes `(unknown context at $1f00).` and `(extension in Module):`.
  private static func withoutContexts(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in "),
        let end = rest.firstIndex(of: ")")
      {
        rest = rest[end...].dropFirst(2)
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Removes the first component of each dotted name.
  private static func withoutModules(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.first {
      guard character.isLetter || character == "_" else {
        result.append(character)
        rest.removeFirst()
        continue
      }
      let isStart = result.last != "." && result.last != ">"
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[word.endIndex...]
      if isStart, rest.first == "." {
        rest.removeFirst()
        let member = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        result += member
        rest = rest[member.endIndex...]
      } else {
        result += word
      }
    }
    return result
  }
}
