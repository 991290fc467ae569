import SessionReplay

/// The options and operands of a command line, by name; the last of several values holds.
struct OptionValues {
  private var values: [String: String] = [:]
  let operands: [String]

  init(_ scanned: OptionScanner.Result) {
    operands = scanned.operands
    for (name, value) in scanned.options { values[name] = value ?? "" }
  }

  subscript(name: String) -> String? { values[name] }

  /// The path that an option gives, which must not be empty.
  func path(_ name: String) throws(UsageError) -> String? {
    guard let path = values[name] else { return nil }
    guard !path.isEmpty else { throw .emptyPath(of: "--\(name)", needs: "a path") }
    return path
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// A number between two others.
  func number(_ name: String, _ range: ClosedRange<UInt64>) throws(UsageError) -> UInt64? {
    guard let text = values[name] else { return nil }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt64(text),
      range.contains(number)
    else {
      let expected =
        range.upperBound == .max
        ? "a number from \(range.lowerBound)"
        : "a number from \(range.lowerBound) to \(range.upperBound)"
      throw .badValue(option: "--\(name)", value: text, expected: expected)
    }
    return number
  }

  /// A part of several, as `1/3`.
  func shard() throws(UsageError) -> ReplayOptions.Shard? {
    guard let text = values["shard"] else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard parts.count == 2, let index = parts[0], let count = parts[1], 1 <= index, index <= count
    else {
      throw .badValue(
        option: "--shard", value: text, expected: "I/N with I from 1 to N, as '1/3'")
    }
    return ReplayOptions.Shard(index: index, count: count)
  }

  /// When recorded steps are safe.
  func durability() throws(UsageError) -> Durability {
    guard let text = values["durability"] else { return .flush }
    guard let durability = Durability(rawValue: text) else {
      throw .badValue(option: "--durability", value: text, expected: "flush or step")
    }
    return durability
  }

  func level() throws(UsageError) -> RecordingLevel {
    guard let text = values["level"] else { return .steps }
    // Logs of level `checks` are larger than those of `steps`, and say less: they are only read.
    guard let level = RecordingLevel(rawValue: text), level != .checks else {
      throw .badValue(option: "--level", value: text, expected: "steps or actions")
    }
    return level
  }

  /// How many times as fast as it was, as `2` or `0.5`.
  func speed() throws(UsageError) -> Double? {
    guard let text = values["speed"] else { return nil }
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, let speed = Double(text), (0.01...1000).contains(speed) else {
      throw .badValue(
        option: "--speed", value: text, expected: "a number from 0.01 to 1000, as '2' or '0.5'")
    }
    return speed
  }

  /// When output is coloured.
  func color() throws(UsageError) -> ColorChoice? {
    guard let text = values["color"] else { return nil }
    guard let choice = ColorChoice(rawValue: text) else {
      throw .badValue(option: "--color", value: text, expected: "auto, always or never")
    }
    return choice
  }

  func requireNoOperands(_ verb: Verb) throws(UsageError) {
    if let extra = operands.first { throw .extraOperand(extra, of: verb) }
  }

  func onlyOperand(_ what: String, _ verb: Verb) throws(UsageError) -> String {
    let operands = try someOperands(what, verb)
    if operands.count > 1 { throw .extraOperand(operands[1], of: verb) }
    return operands[0]
  }

  func someOperands(_ what: String, _ verb: Verb) throws(UsageError) -> [String] {
    guard !operands.isEmpty else { throw .missingOperand(what, of: verb) }
    guard !operands.contains("") else { throw .emptyPath(of: verb.rawValue, needs: what) }
    return operands
  }
}
