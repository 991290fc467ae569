extension String {
  /// Returns a printed action with at most `width` characters.
  ///
  /// Omits components that say nothing to a reader, then the middle of the path, then the middle of
  /// the values, because the ends tell actions apart: `shoppingList…updateName("Milk")`.
  package func shortenedAction(to width: Int) -> String {
    guard utf8.count > width, count > width else { return self }
    guard width > 1 else { return width == 1 ? "…" : "" }
    let (whole, values) = pathComponents()
    let path = whole.dropLast().filter { !Self.folded.contains($0) } + whole.suffix(1)
    let isLeafWhole = path[path.count - 1].count + values.count < width
    let valuesWidth = min(values.count, max(Self.minValues, width / 3))
    let pathWidth = isLeafWhole ? width - values.count : max(width / 2, width - valuesWidth)
    let short = Self.path(path, to: pathWidth)
    return short + values.shortenedInTheMiddle(to: width - short.count)
  }

  /// Returns printed changes with at most `width` characters.
  ///
  /// Of the first change, omits the middle of the path, and then the middle of its values, because
  /// the field and its new value tell changes apart: `path…cents: 0 → 90050`.
  package func shortenedChanges(to width: Int) -> String {
    guard utf8.count > width, count > width else { return self }
    guard width > 1 else { return width == 1 ? "…" : "" }
    let pathEnd = firstIndex(of: ": ", from: startIndex) ?? endIndex
    let end = firstIndex(of: ", ", from: pathEnd) ?? endIndex
    guard self[..<end].count > width else { return "\(prefix(width - 1))…" }
    let values = self[pathEnd..<end]
    let pathWidth = max(min(Self.minPath, width / 2), width - values.count)
    let path = Self.path(String(self[..<pathEnd]).pathComponents().path, to: pathWidth)
    return path + values.shortenedInTheMiddle(to: width - path.count)
  }

  /// The number of characters of a printed action's last case with its values, and of the sign for
  /// an omitted path.
  package var actionLeafWidth: Int {
    let (path, values) = pathComponents()
    return path[path.count - 1].count + values.count + (path.count > 1 ? 1 : 0)
  }

  /// Cases that every presented feature, row or form has on its path.
  private static let folded: Set<Substring> = ["presented", "element", "binding"]
  /// The minimum number of characters for values, if the path takes the rest.
  private static let minValues = 8
  /// The minimum number of characters for the path of a change, if its values take the rest.
  private static let minPath = 8
  /// The minimum number of characters at which the beginning of a path is readable.
  private static let minHead = 3

  /// Returns the components of the path, and the values in parentheses after it.
  private func pathComponents() -> (path: [Substring], values: Substring) {
    var components: [Substring] = []
    var start = startIndex
    var nesting = 0
    var isRaw = false
    for index in indices {
      switch self[index] {
      case "`": isRaw.toggle()
      case _ where isRaw: break
      case "[": nesting += 1
      case "]": nesting -= 1
      case "." where nesting == 0:
        components.append(self[start..<index])
        start = self.index(after: index)
      case "(" where nesting == 0: return (components + [self[start..<index]], self[index...])
      default: break
      }
    }
    return (components + [self[start...]], "")
  }

  /// Returns the first place of a separator outside of brackets, parentheses and quotes.
  private func firstIndex(of separator: String, from start: Index) -> Index? {
    var nesting = 0
    var (isQuoted, isEscaped) = (false, false)
    for index in self[start...].indices {
      let character = self[index]
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      switch character {
      case "\"" where !isEscaped: isQuoted.toggle()
      case _ where isQuoted: break
      case "[", "(": nesting += 1
      case "]", ")": nesting -= 1
      default: if nesting == 0, self[index...].hasPrefix(separator) { return index }
      }
    }
    return nil
  }

  private static func path(_ components: [Substring], to width: Int) -> String {
    let whole = components.joined(separator: ".")
    guard whole.count > width else { return whole }
    var tail = ""
    for component in components.reversed() {
      let longer = tail.isEmpty ? String(component) : "\(component).\(tail)"
      guard longer.count < width else { break }
      tail = longer
    }
    guard !tail.isEmpty else { return "…\(whole.suffix(width - 1))" }
    let room = width - 1 - tail.count
    return "\(room < minHead ? "" : components[0].prefix(room))…\(tail)"
  }
}

extension Substring {
  /// Returns the text with at most `width` characters, two thirds of them from its beginning.
  fileprivate func shortenedInTheMiddle(to width: Int) -> String {
    guard count > width else { return String(self) }
    guard width > 0 else { return "" }
    let end = (width - 1) / 3
    return "\(prefix(width - 1 - end))…\(suffix(end))"
  }
}
