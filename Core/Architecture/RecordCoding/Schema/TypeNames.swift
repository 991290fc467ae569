import Platform

extension TypeDefinition {
  /// `Alert` for `Alerts.Alert`, `CounterFeature.State` for `Counter.CounterFeature.State`.
  package var shortName: String { name.shortTypeName }
}

extension String {
  /// The last component of a full type name, without generic arguments. `State` and `Action`, which
  /// every feature has, keep the name of the enclosing type.
  package var shortTypeName: String {
    // `(unknown context at $…)` in the names of private types leaves an empty component.
    let components = nameComponents(withArguments: false).filter { !$0.isEmpty }
    guard let last = components.last else { return self }
    guard last == "State" || last == "Action", components.count > 2 else { return last }
    return components.suffix(2).joined(separator: ".")
  }

  /// The parts between the dots of the name of a type or an action. Dots in brackets, and dots in
  /// raw identifiers (in backticks), separate no parts.
  package var nameComponents: [String] { nameComponents(withArguments: true) }

  private func nameComponents(withArguments: Bool) -> [String] {
    var components: [String] = []
    var component: [UInt8] = []
    var nesting = 0
    var isRaw = false
    // The delimiters are ASCII, so bytes suffice. Characters take ten times as long.
    for byte in utf8 {
      var isWritten = withArguments || nesting == 0
      switch byte {
      case UInt8(ascii: "`"): isRaw.toggle()
      case _ where isRaw: break
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["):
        nesting += 1
        isWritten = withArguments
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        nesting -= 1
        isWritten = withArguments
      case UInt8(ascii: ".") where nesting == 0:
        components.append(String(decoding: component, as: UTF8.self))
        component.removeAll(keepingCapacity: true)
        continue
      default: break
      }
      if isWritten { component.append(byte) }
    }
    return components + [String(decoding: component, as: UTF8.self)]
  }

  /// Whether the name is in backticks, and contains no others.
  package var isRawIdentifier: Bool {
    utf8.count > 2 && hasPrefix("`")
      && utf8.dropFirst().firstIndex(of: UInt8(ascii: "`"))
        == utf8.index(before: utf8.endIndex)
  }

  /// The name without the backticks of a raw identifier.
  package var withoutBackticks: String {
    isRawIdentifier ? String(dropFirst().dropLast()) : self
  }

  /// The name as written in source code: in backticks unless it is a plain identifier.
  package var asWrittenName: String {
    isIdentifier ? self : "`\(self)`"
  }

  package var isIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy(\.isInIdentifier)
  }
}

extension Unicode.Scalar {
  package var isInIdentifier: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": return true
    default: break
    }
    guard value >= 0x80 else { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: return false
    case .format: return value == 0x200C || value == 0x200D
    default: return true
    }
  }
}

/// The runtime inserts `(unknown context at $1f00).`, with an address, into names of private types.
package func recordedName(of type: Any.Type) -> String {
  // Reducers request the same few names at every step.
  let id = ObjectIdentifier(type)
  if let name = knownNames.withLock({ $0[id] }) { return name }
  let name = makeRecordedName(of: type)
  knownNames.withLock { $0[id] = name }
  return name
}

private let knownNames = Mutex<[ObjectIdentifier: String]>([:])

/// Returns the full name of a type as in source code.
package func qualifiedName(of type: Any.Type) -> String {
  let name = _typeName(type, qualified: true)
  // The runtime has no-break spaces in place of the spaces of raw identifiers.
  return name.utf8.contains(UInt8(ascii: "`")) ? name.replacing("\u{A0}", with: " ") : name
}

private func makeRecordedName(of type: Any.Type) -> String {
  // The result of `String(reflecting:)` without its search for conformances. For an app's types,
  // that search takes longer than all other work at launch.
  let name = qualifiedName(of: type)
  guard name.utf8.contains(UInt8(ascii: "`")) else { return portableName(name) }
  // Every second part is in backticks, and may contain anything.
  let parts = name.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
  return parts.enumerated().map { $0 % 2 == 0 ? portableName($1) : $1 }.joined(separator: "`")
}

/// Returns a name that depends neither on the process nor on the division of the library.
private func portableName(_ name: String) -> String {
  var rest = name[...]
  var name = ""
  while let start = rest.firstRange(of: "(unknown context at "),
    let end = rest[start.upperBound...].firstRange(of: ").")
  {
    name += rest[..<start.lowerBound]
    rest = rest[end.upperBound...]
  }
  name += rest
  for module in ["ReducerRuntime.", "LegacySpellings."] {
    for range in name.ranges(of: module).reversed()
    where name[..<range.lowerBound].last.map({ $0.isLetter || $0.isNumber || $0 == "_" }) != true {
      name.replaceSubrange(range, with: "ComposableArchitecture.")
    }
  }
  return name
}
