extension String {
  /// Returns a printed action with at most `width` characters.
  ///
  /// Omits the middle of the path, then the middle of the values, because the ends tell actions
  /// apart: `shoppingList…updateName("Milk")`.
  ///
  /// The component by which the action differs from `other`, such as the action in the row above,
  /// is among the last to be omitted.
  package func shortenedAction(to width: Int, unlike other: String = "") -> String {
    guard utf8.count > width, count > width else { return self }
    guard width > 1 else { return width == 1 ? "…" : "" }
    let (path, values) = pathComponents()
    let isLeafWhole = path[path.count - 1].count + values.count < width
    let valuesWidth = min(values.count, max(Self.minValues, width / 3))
    let pathWidth = isLeafWhole ? width - values.count : max(width / 2, width - valuesWidth)
    let ends = zip(path.dropLast().reversed(), other.pathComponents().path.dropLast().reversed())
    let common = ends.prefix { $0 == $1 }.count
    let short = Self.path(path, to: pathWidth, keeping: path.count - 2 - common)
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
    let components = String(self[..<pathEnd]).pathComponents().path
    let nameWidth = max(Self.minPath, components[components.count - 1].count + 1)
    let pathWidth = max(min(nameWidth, width / 2), width - values.count)
    let path = Self.path(components, to: pathWidth)
    return path + values.shortenedInTheMiddle(to: width - path.count)
  }

  /// Returns printed changes with paths relative to the feature that performs a printed action:
  /// `.cents: 0 → 90050` if the feature is at `path[id: 2].group.expense`.
  package func changes(relativeTo action: String) -> String {
    let feature = action.pathComponents().path.dropLast()
    guard !feature.isEmpty else { return self }
    var changes: [String] = []
    var start = startIndex
    while start < endIndex {
      let end = firstIndex(of: ", ", from: start) ?? endIndex
      changes.append(String(self[start..<end]).change(relativeTo: feature))
      start = index(end, offsetBy: 2, limitedBy: endIndex) ?? endIndex
    }
    return changes.joined(separator: ", ")
  }

  private func change(relativeTo feature: ArraySlice<Substring>) -> String {
    guard let pathEnd = firstIndex(of: ": ", from: startIndex) else { return self }
    var rest = String(self[..<pathEnd]).pathComponents().path[...]
    for component in feature {
      // An element of a stack has its feature's state in a field, which actions do not name, and a
      // list of rows may be in a part of its feature's state.
      if rest.first == "state", rest.first != component { rest.removeFirst() }
      let index = component.hasSuffix("]") ? rest.firstIndex(of: component) : rest.startIndex
      guard let index, index < rest.endIndex, rest[index] == component else { return self }
      rest = rest[(index + 1)...]
    }
    guard !rest.isEmpty else { return self }
    return ".\(rest.joined(separator: "."))\(self[pathEnd...])"
  }

  /// A printed action's last case with its values.
  package var actionLeaf: Substring {
    let (path, values) = pathComponents()
    return self[path[path.count - 1].startIndex..<values.endIndex]
  }

  /// The minimum number of characters for values, if the path takes the rest.
  private static let minValues = 8
  /// The minimum number of characters at which the beginning of a path is readable.
  private static let minHead = 3
  /// The minimum number of characters for the path of a change, if its values take the rest.
  private static let minPath = 8

  /// Returns the components of the path, and the values in parentheses or after `=`.
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
      case "(" where nesting == 0, " " where nesting == 0 && self[index...].hasPrefix(" = "):
        return (components + [self[start..<index]], self[index...])
      default: break
      }
    }
    return (components + [self[start...]], self[endIndex...])
  }

  /// Returns the first place of a separator outside of brackets, parentheses and quotes.
  private func firstIndex(of separator: String, from start: Index) -> Index? {
    var nesting = 0
    var (isQuoted, isEscaped) = (false, false)
    for index in self[start...].indices {
      let character = self[index]
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      switch character {
      case "…" where self[self.index(after: index)...].hasPrefix(separator):
        // Ends a value that is cut off, in the middle of a text or of its parts.
        return self.index(after: index)
      case "\"" where !isEscaped: isQuoted.toggle()
      case _ where isQuoted: break
      case "[", "(": nesting += 1
      case "]", ")": nesting -= 1
      default: if nesting == 0, self[index...].hasPrefix(separator) { return index }
      }
    }
    return nil
  }

  /// Returns the last component of a path with as many others as fit: the one at an index, the
  /// one before the last, those of rows, because their identities tell paths apart, and then the
  /// nearest ones.
  private static func path(
    _ components: [Substring], to width: Int, keeping index: Int = -1
  ) -> String {
    let whole = components.joined(separator: ".")
    guard whole.count > width else { return whole }
    let last = components.count - 1
    let others = components.indices.dropLast(2).reversed()
    var shown: Set = [last]
    func text(showing shown: Set<Int>) -> String {
      var text = ""
      for index in components.indices where shown.contains(index) {
        text += index == 0 ? "" : shown.contains(index - 1) ? "." : "…"
        text += components[index]
      }
      return text
    }
    for index in [index, last - 1].filter({ (0..<last).contains($0) })
      + others.filter({ components[$0].hasSuffix("]") })
      + others.filter({ !components[$0].hasSuffix("]") })
    where text(showing: shown.union([index])).count <= width {
      shown.insert(index)
    }
    let short = text(showing: shown)
    guard short.count <= width else { return "…\(short.suffix(width - 1))" }
    // A part of the first name fills the rest.
    let head = components[0].prefix { $0 != "[" }.prefix(width - short.count)
    return shown.contains(0) || head.count < minHead ? short : head + short
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
