/// Writes the text of a file with its cuts.
enum BlankedText {
  /// Returns the text with spaces in the place of each cut. A replacement longer than its cut moves
  /// only the rest of its line.
  static func blanked(_ text: String, _ cuts: Cuts) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var offset = 0
    for cut in cuts.all {
      result += bytes[offset..<cut.range.lowerBound]
      result += replacement(of: bytes[cut.range], by: Array(cut.replacement.utf8))
      offset = cut.range.upperBound
    }
    result += bytes[offset...]
    return String(decoding: result, as: UTF8.self)
  }

  private static func replacement(of bytes: ArraySlice<UInt8>, by text: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let first = bytes.prefix { $0 != newline }
    let rest = bytes[first.endIndex...]
    return text + Array(repeating: UInt8(ascii: " "), count: max(0, first.count - text.count))
      + rest.map { $0 == newline ? newline : UInt8(ascii: " ") }
  }

  /// Returns the file of the ported package. Its first line gives the path of the app's own file to
  /// the compiler, to `#filePath` and to the stacks of crashes. Imports at the end move no line.
  static func file(_ source: AppSource, _ cuts: Cuts, imports: [String]) -> String {
    let text = blanked(source.text, cuts)
    let end = text.hasSuffix("\n") ? "" : "\n"
    let list = imports.isEmpty ? "" : imports.joined(separator: "; ") + "\n"
    return "#sourceLocation(file: \(source.path.quoted), line: 1)\n\(text)\(end)\(list)"
  }
}
