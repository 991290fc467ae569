/// The details of a verb, taken apart for formats that break lines themselves.
struct DetailText {
  /// A piece of the text.
  enum Block: Equatable {
    /// Sentences, in one line.
    case paragraph(String)
    /// Lines that are kept as they are, without their indentation.
    case lines([String])
  }

  let blocks: [Block]

  /// Takes a text apart: indented lines are kept, and others are joined up to an empty one.
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
  /// The details, for a text on all verbs: those that an earlier verb has are not repeated.
  func details(after verbs: [VerbDeclaration]) -> DetailText {
    let earlier = verbs.prefix { $0.name != name }.first { $0.details == details }
    guard !details.isEmpty, let earlier else { return DetailText(details) }
    return DetailText("What is said of '\(earlier.name)' holds for '\(name)' too.")
  }
}
