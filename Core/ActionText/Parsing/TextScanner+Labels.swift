import RecordCoding

extension TextScanner {
  /// Takes a label and its colon, if they come next.
  mutating func label() -> String? {
    let start = position
    if let label = name(), take(":") { return label }
    move(to: start)
    return nil
  }

  /// The labels of the values between the parentheses that come next.
  func comingLabels() -> [String?] {
    var scanner = self
    guard scanner.take("("), !scanner.comes(")") else { return [] }
    var labels: [String?] = []
    repeat {
      labels.append(scanner.label())
      scanner.skipValue()
    } while scanner.take(",")
    return labels
  }

  /// Goes on to the comma or the closing bracket behind a value.
  private mutating func skipValue() {
    var nesting = 0
    while let scalar = next {
      switch scalar {
      case "\"":
        guard (try? quotedText()) != nil else { return move(to: end) }
        continue
      case "(", "[": nesting += 1
      case ")", "]":
        guard nesting > 0 else { return }
        nesting -= 1
      case "," where nesting == 0: return
      default: break
      }
      move(to: position + 1)
    }
  }
}
