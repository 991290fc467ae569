import Foundation
import RecordCoding

/// Walks through two values at once, to where they first differ.
struct ValueComparison {
  /// Longer texts are cut short, unless they would then be the same.
  private static let textLimit = 200

  let schema: Schema

  func difference(
    _ expected: RecordedValue, _ actual: RecordedValue, as type: TypeReference, path: String
  ) -> ValueDifference? {
    guard expected != actual else { return nil }
    switch (type, expected, actual) {
    case (.optional(let wrapped), .some(let expected), .some(let actual)):
      return difference(expected, actual, as: wrapped, path: path)
    case (.array(let element), .sequence(let expected), .sequence(let actual)):
      return elements(expected, actual, as: element, path: path)
    case (.identifiedArray(let element), .sequence(let expected), .sequence(let actual)):
      return rows(expected, actual, as: element, path: path)
    case (.set(let element), .sequence(let expected), .sequence(let actual)):
      return members(expected, actual, as: element, path: path)
    case (.dictionary(let key, let value), .dictionary(let expected), .dictionary(let actual)):
      return pairs(expected, actual, key: key, value: value, path: path)
    case (.tuple(let fields), .product(let expected), .product(let actual)):
      return self.fields(expected, actual, as: fields, path: path)
    case (.named, .product(let expected), .product(let actual)):
      if case .structure(let fields) = schema.definition(of: type)?.kind {
        return self.fields(expected, actual, as: fields, path: path)
      }
    case (
      .named, .enumeration(let index, let expected), .enumeration(let actualIndex, let actual)
    ) where index == actualIndex:
      if let cases = schema.cases(of: type), cases.indices.contains(index) {
        let element = cases[index]
        let path = path.appending(name: element.name)
        return payload(expected, actual, as: element.payload, path: path)
      }
    default: break
    }
    return leaf(expected, actual, as: type, path: path)
  }

  /// Two values that have nothing in common.
  func leaf(
    _ expected: RecordedValue?, _ actual: RecordedValue?, as type: TypeReference, path: String,
    absent: String = ValueDifference.noElement
  ) -> ValueDifference {
    let values = ValueText(schema: schema)
    var texts = [expected, actual].map { $0.map { values.text(of: $0, as: type) } ?? absent }
    // Texts that look the same are told apart by their scalars.
    if texts[0] == texts[1] { texts = texts.map(\.asciiEscaped) }
    let short = texts.map { text in
      text.count > Self.textLimit ? "\(text.prefix(Self.textLimit))…" : text
    }
    if short[0] != short[1] { texts = short }
    return ValueDifference(path: path, expected: texts[0], actual: texts[1])
  }

  private func fields(
    _ expected: [RecordedValue], _ actual: [RecordedValue], as fields: [RecordField], path: String
  ) -> ValueDifference? {
    for (index, field) in fields.enumerated()
    where index < min(expected.count, actual.count) && expected[index] != actual[index] {
      let path = path.appending(name: field.name ?? "\(index)")
      return difference(expected[index], actual[index], as: field.type, path: path)
    }
    return nil
  }

  private func payload(
    _ expected: [RecordedValue], _ actual: [RecordedValue], as fields: [RecordField], path: String
  ) -> ValueDifference? {
    if fields.count == 1, fields[0].name == nil, expected.count == 1, actual.count == 1 {
      return difference(expected[0], actual[0], as: fields[0].type, path: path)
    }
    return self.fields(expected, actual, as: fields, path: path)
  }
}

extension String {
  /// The text with everything but ASCII written as escapes.
  fileprivate var asciiEscaped: String {
    unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    .joined()
  }
}
