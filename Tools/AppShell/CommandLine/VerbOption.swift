/// An option of a verb: its name, what it does, and how its value is read into a property.
package struct VerbOption<Owner>: Sendable {
  /// The appearance of the option on the command line.
  private(set) var spec: OptionSpec
  /// Reads the value, which is empty if the option takes none.
  let read: @Sendable (String, inout Owner) throws(UsageError) -> Void
}

/// What an option looks like on the command line.
package struct OptionSpec: Equatable, Sendable {
  let name: String
  var short: Character?
  /// The placeholder of the value, in capitals; `nil` if the option takes none.
  var value: String?
  /// What the value can be.
  var kind = ValueKind.text
  var isRequired = false
  /// The heading of the option in help; `nil` without one.
  var heading: String?
  let summary: String

  /// The option as a person writes it: `-o` or `--jobs`.
  var dashed: String { short.map { "-\($0)" } ?? "--\(name)" }

  /// All forms of the option with its value: `-o, --output FILE`.
  var usage: String {
    let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return value.map { "\(names) \($0)" } ?? names
  }

  /// The error for a value of another form.
  fileprivate func badValue(_ text: String, expected: String) -> UsageError {
    .badValue(option: "--\(name)", value: text, expected: expected, nearest: kind.nearest(to: text))
  }

  /// The value as a path, which must not be empty.
  fileprivate func path(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw .emptyPath(of: "--\(name)", needs: "a path") }
    return text
  }
}

/// What a value or an operand can be, for completions.
package enum ValueKind: Equatable, Sendable {
  case text
  case file
  case folder
  /// A log, or a folder of logs.
  case log
  case choices([String])
}

extension VerbOption {
  /// Returns the option under a heading.
  fileprivate func under(_ heading: String) -> Self {
    var option = self
    option.spec.heading = heading
    return option
  }

  /// An option without a value, which sets a property.
  static func flag(
    _ name: String, short: Character? = nil, _ summary: String,
    _ property: any WritableKeyPath<Owner, Bool> & Sendable, to value: Bool = true
  ) -> Self {
    VerbOption(spec: OptionSpec(name: name, short: short, summary: summary)) { _, owner in
      owner[keyPath: property] = value
    }
  }

  /// The path of a file or a folder.
  static func path(
    _ name: String, short: Character? = nil, takes value: String, of kind: ValueKind = .file,
    _ summary: String, _ property: any WritableKeyPath<Owner, String?> & Sendable
  ) -> Self {
    let spec = OptionSpec(name: name, short: short, value: value, kind: kind, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      owner[keyPath: property] = try spec.path(text)
    }
  }

  /// The path of a file that the verb cannot do without.
  static func requiredPath(
    _ name: String, short: Character, takes value: String, _ summary: String,
    _ property: any WritableKeyPath<Owner, String> & Sendable
  ) -> Self {
    let spec = OptionSpec(
      name: name, short: short, value: value, kind: .file, isRequired: true, summary: summary)
    return VerbOption(spec: spec) { (text, owner) throws(UsageError) in
      owner[keyPath: property] = try spec.path(text)
    }
  }

  /// A number within bounds.
  static func number<Number: FixedWidthInteger & Sendable>(
    _ name: String, takes value: String, in range: ClosedRange<Number>, _ summary: String,
    _ property: any WritableKeyPath<Owner, Number?> & Sendable
  ) -> Self {
    let expected =
      range.upperBound == .max
      ? "a number from \(range.lowerBound)"
      : "a number from \(range.lowerBound) to \(range.upperBound)"
    return .value(name, takes: value, expected: expected, summary, property) { text in
      // Not a sign, which the standard library would take.
      guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Number(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// One of several words.
  static func choice<Choice: RawRepresentable<String> & Sendable>(
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

  /// A text, which must not be empty.
  static func text(
    _ name: String, takes value: String, _ summary: String,
    _ property: any WritableKeyPath<Owner, String?> & Sendable
  ) -> Self {
    .value(name, takes: value, expected: "a text that is not empty", summary, property) { text in
      text.isEmpty ? nil : text
    }
  }

  /// A value of any other form; `read` returns `nil` for what is not one.
  static func value<Value>(
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
  /// The choice that a person may have meant.
  func nearest(to text: String) -> String? {
    guard case .choices(let words) = self else { return nil }
    return NearestName.to(text, among: words)
  }
}

extension [String] {
  /// The words as a list that ends in `or`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or \(last)"
  }
}

extension Verb {
  /// Returns options under a heading, for a verb with many options.
  static func group(_ heading: String, _ options: [VerbOption<Self>]) -> [VerbOption<Self>] {
    options.map { $0.under(heading) }
  }
}

/// Consecutive options with the same heading.
struct OptionGroup {
  /// The heading; `nil` for options without one.
  let heading: String?
  /// The options, at least one.
  fileprivate(set) var options: [OptionSpec]
}

extension [OptionSpec] {
  /// The options in groups by their headings.
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

/// The options that every verb has.
package struct CommonOptions: Sendable {
  var color = ColorChoice.auto
  var wantsHelp = false
  var wantsVersion = false

  private static let colorOption = VerbOption<CommonOptions>.choice(
    "color", takes: "WHEN", among: ColorChoice.allCases, "colours: auto, always or never", \.color)
  private static let helpOption = VerbOption<CommonOptions>.flag(
    "help", short: "h", "explain, with an example", \.wantsHelp)
  private static let versionOption = VerbOption<CommonOptions>.flag(
    "version", "print the version", \.wantsVersion)

  /// The options behind a verb.
  static let ofVerbs = [colorOption, helpOption]
  /// The options before a verb.
  static let ofProgram = [colorOption, helpOption, versionOption]
}

/// When output is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}
