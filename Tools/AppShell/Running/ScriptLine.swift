import Platform
import SessionLog
import SessionReplay
import SessionReports

/// A line of input, parsed as far as possible without the app's types.
package enum ScriptLine: Equatable, Sendable {
  case blank
  case action(String)
  case wait(Duration)
  case waitForEffects
  /// A command that disables effects, because the script contains the actions they sent.
  case stopEffects
  case help
  case screen
  case quit

  package init(_ line: String) throws(ScriptLineError) {
    let text = Self.withoutComment(line)
    guard text.isEmpty || Self.words.contains(where: text.hasPrefix) else {
      self = .action(text)
      return
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    switch (words.first, words.count) {
    case (nil, _): self = .blank
    case ("help", 1): self = .help
    case ("screen", 1): self = .screen
    case ("quit", 1), ("exit", 1): self = .quit
    case ("effects", 2) where words[1] == "off": self = .stopEffects
    case ("wait", _):
      guard words.count == 2 else {
        throw .badWait(words.dropFirst().joined(separator: " "))
      }
      self = words[1] == "effects" ? .waitForEffects : .wait(try Self.duration(words[1]))
    default: self = .action(text)
    }
  }

  /// The first words of lines that are commands, not actions.
  private static let words = ["help", "screen", "quit", "exit", "wait", "effects"]

  /// Returns the line up to a `#` outside strings and raw identifiers, without leading and trailing
  /// whitespace.
  private static func withoutComment(_ line: String) -> String {
    var isQuoted = false
    var isEscaped = false
    var isRaw = false
    var text = line.unicodeScalars[...]
    // All relevant characters are ASCII, so comparing bytes is enough.
    for (index, byte) in zip(line.utf8.indices, line.utf8) {
      if byte == UInt8(ascii: "`"), !isQuoted { isRaw.toggle() }
      guard !isRaw else { continue }
      if byte == UInt8(ascii: "#"), !isQuoted {
        text = text[..<index]
        break
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
    }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000),
  ]
  private static let maxMilliseconds: Int64 = 24 * 60 * 60 * 1000

  /// Parses a time such as `1s`, `250ms`, `1.5s` or `2m`. The maximum is a day.
  private static func duration(_ text: Substring) throws(ScriptLineError) -> Duration {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else {
      throw .badWait(String(text))
    }
    let parts = text.dropLast(unit.name.count)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard isPlain, let whole = Int64(parts[0]) else { throw .badWait(String(text)) }
    var milliseconds = whole * unit.milliseconds
    if parts.count == 2, let fraction = Int64(parts[1]) {
      let scale = parts[1].reduce(into: Int64(1)) { scale, _ in scale *= 10 }
      milliseconds += fraction * unit.milliseconds / scale
    }
    guard milliseconds <= maxMilliseconds else { throw .badWait(String(text)) }
    return .milliseconds(milliseconds)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is whitespace. Fast for ASCII.
  fileprivate var isWhitespace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}

package enum ScriptLineError: Error, Equatable, Sendable {
  /// The operand of `wait` is neither a time nor `effects`.
  case badWait(String)
}

extension ScriptLineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badWait(let text):
      "invalid operand '\(text.visible)' of 'wait': expected 'effects', or a time of up to a day "
        + "such as '250ms', '1.5s' or '2m'"
    }
  }
}
