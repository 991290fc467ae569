package import TerminalUI

package enum TerminalInput: Equatable, Sendable {
  case scalar(Unicode.Scalar)
  case key(Key)
  case click(column: Int, row: Int)
  case wheel(Int)
  case pasteBegin
  case pasteEnd
}

/// Assembles a terminal's inputs into events: keys, and a single event for a paste.
package struct EventAssembler {
  /// The maximum size of a paste in bytes. A longer paste is discarded.
  package static let pasteLimit = LineEditor.limit
  /// The maximum number of typed keys that arrive together. More keys are an unmarked paste.
  package static let burstLimit = 256

  private var paste: Paste?

  private struct Paste {
    var text = ""
    var bytes = 0
    /// Whether the terminal marks the end of the paste.
    let isMarked: Bool
  }

  package init() {}

  /// Whether an unmarked paste is in progress, which ends at the next pause.
  package var isInBurst: Bool { paste?.isMarked == false }

  /// Whether an oversized paste is in progress.
  package var isInOversizedPaste: Bool { (paste?.bytes ?? 0) > Self.pasteLimit }

  /// Converts inputs that arrived together. A pause after them ends an unmarked paste.
  package mutating func take(
    _ inputs: [TerminalInput], isFollowedByPause: Bool = false
  ) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    if paste == nil, Self.isBurst(inputs) { paste = Paste(isMarked: false) }
    var index = 0
    while index < inputs.count {
      defer { index += 1 }
      if paste != nil {
        if let event = continuePaste(inputs[index]) { events.append(event) }
        continue
      }
      switch inputs[index] {
      case .pasteBegin: paste = Paste(isMarked: true)
      case .pasteEnd: break
      case .key(let key): events.append(.key(key))
      case .click(let column, let row): events.append(.click(column: column, row: row))
      case .wheel(let notches): events.append(.wheel(notches))
      case .scalar("\u{1B}"):
        // For the alt key, a terminal sends an escape before the character.
        if index + 1 < inputs.count, case .scalar(let next) = inputs[index + 1], next.value >= 0x20
        {
          events.append(.key(.alt(Character(next))))
          index += 1
        } else {
          events.append(.key(.escape))
        }
      case .scalar(let scalar): events.append(.key(Self.key(of: scalar)))
      }
    }
    if isFollowedByPause, isInBurst, let event = endPaste() { events.append(event) }
    return events
  }

  /// Counts skipped bytes of an oversized paste. Returns the event of the paste at its end.
  package mutating func skip(bytes: Int, isEnded: Bool) -> TerminalEvent? {
    paste?.bytes += bytes
    return isEnded ? endPaste() : nil
  }

  private static func isBurst(_ inputs: [TerminalInput]) -> Bool {
    guard inputs.count > burstLimit, !inputs.contains(.pasteBegin) else { return false }
    return inputs.count { if case .scalar = $0 { true } else { false } } > burstLimit
  }

  private mutating func continuePaste(_ input: TerminalInput) -> TerminalEvent? {
    switch input {
    case .scalar(let scalar):
      let scalar = scalar == "\r" ? "\n" : scalar
      paste?.bytes += UTF8.width(scalar)
      if let bytes = paste?.bytes, bytes <= Self.pasteLimit {
        paste?.text.unicodeScalars.append(scalar)
      }
    case .pasteEnd: return endPaste()
    // Bytes of a paste can look like a key.
    case .key, .click, .wheel, .pasteBegin: break
    }
    return nil
  }

  private mutating func endPaste() -> TerminalEvent? {
    defer { paste = nil }
    guard let paste, paste.bytes > 0 else { return nil }
    return paste.bytes <= Self.pasteLimit ? .paste(paste.text) : .oversizedPaste(bytes: paste.bytes)
  }

  private static func key(of scalar: Unicode.Scalar) -> Key {
    switch scalar.value {
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 1...26: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0..<0x20, 0x80..<0xA0: .unknown(Int(scalar.value))
    default: .character(Character(scalar))
    }
  }
}
