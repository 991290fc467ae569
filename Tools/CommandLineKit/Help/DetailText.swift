/// The details of a verb, split into blocks for formats that wrap lines themselves.
struct DetailText {
  enum Block: Equatable {
    /// Sentences, joined into one line.
    case paragraph(String)
    /// Preformatted lines, without their indentation.
    case lines([String])
  }

  let blocks: [Block]

  /// Keeps indented lines, and joins other lines up to the next blank one.
  init(_ text: String) {
    var blocks: [Block] = []
    var isContinued = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { isContinued = !line.isEmpty }
      guard !line.isEmpty else { continue }
      let isKept = line.hasPrefix(" ")
      switch blocks.last {
      case .lines(let lines) where isKept && isContinued:
        blocks[blocks.count - 1] = .lines(lines + [String(line.drop { $0 == " " })])
      case .paragraph(let words) where !isKept && isContinued:
        blocks[blocks.count - 1] = .paragraph("\(words) \(line)")
      default:
        blocks.append(
          isKept ? .lines([String(line.drop { $0 == " " })]) : .paragraph(String(line)))
      }
    }
    self.blocks = blocks
  }
}

extension VerbDeclaration {
  /// Returns the details, or a reference to an earlier verb with the same details.
  func details(after verbs: [VerbDeclaration]) -> DetailText {
    let earlier = verbs.prefix { $0.name != name }.first { $0.details == details }
    guard !details.isEmpty, let earlier else { return DetailText(details) }
    return DetailText("The description of '\(earlier.name)' also applies to '\(name)'.")
  }
}
