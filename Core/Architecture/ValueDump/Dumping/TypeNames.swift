/// Type names as written in code, without modules. They are cached, because a dump repeats the same
/// few.
package final class TypeNames {
  private var names: [ObjectIdentifier: String] = [:]

  /// Returns the name of a type without its generic arguments, which follow from its values.
  func name(of type: Any.Type) -> String {
    let identifier = ObjectIdentifier(type)
    if let name = names[identifier] { return name }
    let name = Self.withoutArguments(Self.name(of: type))
    names[identifier] = name
    return name
  }

  /// Returns the name of a type with its generic arguments.
  func fullName(of type: Any.Type) -> String { Self.name(of: type) }

  /// Returns the name of a value's type with its generic arguments.
  func fullName(of value: Any) -> String { Self.name(of: Swift.type(of: value)) }

  private static func withoutArguments(_ name: String) -> String {
    var result = ""
    var (depth, previous) = (0, Character(" "))
    for character in name {
      if character == "<" { depth += 1 }
      if depth == 0 { result.append(character) }
      // The end of an arrow isn't a bracket.
      if character == ">", previous != "-" { depth -= 1 }
      previous = character
    }
    return result
  }

  /// Returns the name of a type with its enclosing types, such as `Profile.State`.
  package static func name(of type: Any.Type) -> String {
    shortened(String(reflecting: type))
  }

  /// Returns the short name of a type from its `String(reflecting:)` name.
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

extension TypeNames {
  /// Replaces `Optional<T>`, `Array<T>` and `Dictionary<K, V>` with their short forms.
  static func sugared(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let character = rest.first {
      let isWordStart = !(result.last.map { $0.isLetter || $0.isNumber || $0 == "." } ?? false)
      if isWordStart, let (generic, arguments) = sugarable(rest) {
        rest = rest[arguments.endIndex...].dropFirst()
        result += short(generic, arguments.splitArguments().map { sugared(String($0)) })
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  private static func sugarable(_ rest: Substring) -> (generic: String, arguments: Substring)? {
    for generic in ["Optional", "Array", "Dictionary"] where rest.hasPrefix(generic + "<") {
      let arguments = rest.dropFirst(generic.count + 1)
      var depth = 1
      var previous: Character = "<"
      for index in arguments.indices {
        switch arguments[index] {
        case "<": depth += 1
        case ">" where previous != "-": depth -= 1
        default: break
        }
        previous = arguments[index]
        if depth == 0 { return (generic, arguments[..<index]) }
      }
    }
    return nil
  }

  private static func short(_ generic: String, _ arguments: [String]) -> String {
    switch generic {
    case "Dictionary" where arguments.count == 2: return "[\(arguments[0]): \(arguments[1])]"
    case "Array": return "[\(arguments.joined(separator: ", "))]"
    default:
      let wrapped = arguments.joined(separator: ", ")
      // Brackets of a collection enclose its spaces.
      return wrapped.contains(" ") && !wrapped.hasPrefix("[") ? "(\(wrapped))?" : "\(wrapped)?"
    }
  }
}

extension Substring {
  /// Returns the parts between commas that aren't in brackets.
  fileprivate func splitArguments() -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = startIndex
    var previous: Character = " "
    for index in indices {
      switch self[index] {
      case "<", "(", "[": depth += 1
      case ">" where previous != "-": depth -= 1
      case ")", "]": depth -= 1
      case "," where depth == 0:
        parts.append(self[start..<index])
        start = self.index(index, offsetBy: 2, limitedBy: endIndex) ?? endIndex
      default: break
      }
      previous = self[index]
    }
    return parts + [self[start...]]
  }
}

extension TypeNames {
  /// Returns a key path as in source. A computed part has its type. Its description also has the
  /// address of its code, which differs in each process.
  package static func text(of path: AnyKeyPath) -> String {
    "\(path)".replacing(#/ 0x[0-9a-f]+/#, with: "")
  }
}
