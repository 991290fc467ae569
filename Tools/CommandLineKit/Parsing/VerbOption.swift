/// An option of a verb, and the function that stores its value in a property.
package struct VerbOption<Owner>: Sendable {
  private(set) var spec: OptionSpec
  /// Parses and stores the value, which is empty for an option without one.
  let read: @Sendable (String, inout Owner) throws(UsageError) -> Void

  /// Returns the option for a value that has `Owner` as a part.
  package func pulledBack<Whole>(
    to part: any WritableKeyPath<Whole, Owner> & Sendable
  ) -> VerbOption<Whole> {
    VerbOption<Whole>(spec: spec) { [read] (text, whole) throws(UsageError) in
      try read(text, &whole[keyPath: part])
    }
  }
}

package struct OptionSpec: Equatable, Sendable {
  let name: String
  var short: Character?
  /// The placeholder of the value, in capitals; `nil` if the option takes no value.
  var value: String?
  var kind = ValueKind.text
  var isRequired = false
  /// Whether each occurrence counts, and not only the last one.
  var isRepeated = false
  var heading: String?
  let summary: String

  /// The shortest spelling of the option: `-o` or `--jobs`.
  var dashed: String { short.map { "-\($0)" } ?? "--\(name)" }

  /// All spellings of the option, with its value: `-o, --output FILE`.
  var usage: String {
    let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return value.map { "\(names) \($0)" } ?? names
  }

  fileprivate func badValue(_ text: String, expected: String) -> UsageError {
    .badValue(option: "--\(name)", value: text, expected: expected, nearest: kind.nearest(to: text))
  }

  fileprivate func path(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw .emptyPath(of: "--\(name)", needs: "a path") }
    return text
  }
}

/// The kind of an option's value or of an operand, which selects its completions.
package enum ValueKind: Equatable, Sendable {
  case text
  case file
  case folder
  /// A log, or a folder of logs.
  case log
  case choices([String])
}

extension VerbOption {
  fileprivate func under(_ heading: String) -> Self {
    var option = self
    option.spec.heading = heading
    return option
  }

  package static func flag(
    _ name: String, short: Character? = nil, _ summary: String,
    _ property: any WritableKeyPath<Owner, Bool> & Sendable, to value: Bool = true
  ) -> Self {
    VerbOption(spec: OptionSpec(name: name, short: short, summary: summary)) { _, owner in
      owner[keyPath: property] = value
    }
  }

  package static func path(
    _ name: String, short: Character? = nil, takes value: String, of kind: ValueKind = .file,
    _ summary: String, _ property: any WritableKeyPath<Owner, String?> & Sendable
  ) -> Self {
    let spec = OptionSpec(name: name, short: short, value: value, kind: kind, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      owner[keyPath: property] = try spec.path(text)
    }
  }

  package static func requiredPath(
    _ name: String, short: Character, takes value: String, _ summary: String,
    _ property: any WritableKeyPath<Owner, String> & Sendable
  ) -> Self {
    let spec = OptionSpec(
      name: name, short: short, value: value, kind: .file, isRequired: true, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      owner[keyPath: property] = try spec.path(text)
    }
  }

  package static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, takes value: String, in range: ClosedRange<Number>, _ summary: String,
    _ property: any WritableKeyPath<Owner, Number?> & Sendable
  ) -> Self {
    // The message omits a maximum of 64 bits, which no user exceeds.
    let isUnlimited = range.upperBound == .max && Number.bitWidth == 64
    let expected =
      isUnlimited
      ? "a number from \(range.lowerBound)"
      : "a number from \(range.lowerBound) to \(range.upperBound)"
    return .value(name, takes: value, expected: expected, summary, property) { text in
      // Unlike the standard library, rejects a sign.
      guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Number(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  package static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ name: String, takes value: String, among choices: [Choice], _ summary: String,
    _ property: any WritableKeyPath<Owner, Choice> & Sendable
  ) -> Self {
    let words = choices.map(\.rawValue)
    let spec = OptionSpec(name: name, value: value, kind: .choices(words), summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      guard let choice = choices.first(where: { $0.rawValue == text }) else {
        throw spec.badValue(text, expected: words.alternatives)
      }
      owner[keyPath: property] = choice
    }
  }

  package static func text(
    _ name: String, takes value: String, _ summary: String,
    _ property: any WritableKeyPath<Owner, String?> & Sendable
  ) -> Self {
    .value(name, takes: value, expected: "a string that is not empty", summary, property) { text in
      text.isEmpty ? nil : text
    }
  }

  /// Returns an option that adds each of its values to a list.
  package static func list(
    _ name: String, takes value: String, of kind: ValueKind = .text, _ summary: String,
    _ property: any WritableKeyPath<Owner, [String]> & Sendable
  ) -> Self {
    let spec = OptionSpec(
      name: name, value: value, kind: kind, isRepeated: true, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      guard !text.isEmpty else { throw spec.badValue(text, expected: "a string that is not empty") }
      owner[keyPath: property].append(text)
    }
  }

  /// Returns an option whose value `read` parses. `read` returns `nil` for an invalid value.
  package static func value<Value>(
    _ name: String, takes value: String, expected: String, _ summary: String,
    _ property: any WritableKeyPath<Owner, Value?> & Sendable,
    read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    let spec = OptionSpec(name: name, value: value, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      guard let value = read(text) else { throw spec.badValue(text, expected: expected) }
      owner[keyPath: property] = value
    }
  }
}

extension ValueKind {
  func nearest(to text: String) -> String? {
    guard case .choices(let words) = self else { return nil }
    return NearestName.to(text, among: words)
  }
}

extension [String] {
  /// The words as a list: `a, b or c`.
  package var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or \(last)"
  }
}

extension Verb {
  /// Returns options under a heading, for a verb with many options.
  package static func group(_ heading: String, _ options: [VerbOption<Self>]) -> [VerbOption<Self>]
  {
    options.map { $0.under(heading) }
  }
}

/// Consecutive options with the same heading.
struct OptionGroup {
  let heading: String?
  fileprivate(set) var options: [OptionSpec]
}

extension [OptionSpec] {
  var grouped: [OptionGroup] {
    reduce(into: []) { groups, option in
      if let last = groups.last, last.heading == option.heading {
        groups[groups.count - 1].options.append(option)
      } else {
        groups.append(OptionGroup(heading: option.heading, options: [option]))
      }
    }
  }
}

/// The values of the options that every verb has.
package struct CommonOptions: Sendable {
  package var color = ColorChoice.auto
  package var wantsHelp = false
  package var wantsVersion = false

  private static let colorOption = VerbOption<CommonOptions>.choice(
    "color", takes: "WHEN", among: ColorChoice.allCases,
    "use of color: auto, always or never (default: auto)", \.color)
  private static let helpOption = VerbOption<CommonOptions>.flag(
    "help", short: "h", "show help", \.wantsHelp)
  private static let versionOption = VerbOption<CommonOptions>.flag(
    "version", short: "V", "print the version", \.wantsVersion)

  static let ofVerbs = [colorOption, helpOption]
  static let ofProgram = [colorOption, helpOption, versionOption]
}

package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
