package import RecordCoding
package import RecordSchema

extension StateChange {
  /// A text is cut when it has more characters than this.
  private static let textLimit = 60
  /// So many bytes have more characters than that, unless these are of very many scalars each.
  private static let enough = 4096
  /// More changes than this are counted, not shown.
  private static let shownLimit = 4

  /// The change on one line: `counter.count: 0 → 1`; what came or went has a sign before it.
  package func text(in schema: Schema, paint: Paint = .none) -> String {
    let values = ValueText(schema: schema, enough: Self.enough)
    func short(_ value: RecordedValue) -> String {
      let text = values.text(of: value, as: type)
      // To count characters takes longer, and there are no more of them than bytes.
      guard text.utf8.count > Self.textLimit else { return text }
      let isCut = text.utf8.count >= Self.enough || text.count > Self.textLimit
      return isCut ? "\(text.prefix(Self.textLimit))…" : text
    }
    let name = path.isEmpty ? "state" : path
    return switch (old, new) {
    case (let old?, let new?):
      "\(name): \(paint(short(old), as: .expected)) → \(paint(short(new), as: .actual))"
    case (nil, let new?): "\(name): \(paint("+ \(short(new))", as: .actual))"
    case (let old?, nil): "\(name): \(paint("- \(short(old))", as: .expected))"
    case (nil, nil): name
    }
  }

  /// Several changes on one line.
  package static func text(
    of changes: [StateChange], in schema: Schema, paint: Paint = .none
  ) -> String {
    var texts = changes.prefix(shownLimit).map { $0.text(in: schema, paint: paint) }
    if changes.count > shownLimit { texts.append("… \(changes.count - shownLimit) more") }
    return texts.joined(separator: ", ")
  }
}
