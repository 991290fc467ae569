extension String {
  /// Returns a printed action with at most `width` characters.
  ///
  /// Omits the middle of the path and of the values, because their ends tell actions apart:
  /// `shoppingList…updateName("Milk")`.
  package func shortenedAction(to width: Int) -> String {
    guard utf8.count > width, count > width else { return self }
    guard width > 1 else { return width == 1 ? "…" : "" }
    let (components, values) = pathComponents()
    let valuesWidth = min(values.count, max(Self.minValues, width / 3))
    let path = Self.path(components, to: max(width / 2, width - valuesWidth))
    return path + values.shortenedInTheMiddle(to: width - path.count)
  }

  /// The minimum number of characters for values, if the path takes the rest.
  private static let minValues = 8
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
