import Foundation
import RecordCoding

extension ValueComparison {
  /// Arrays: by place.
  func elements(
    _ expected: [RecordedValue], _ actual: [RecordedValue], as type: TypeReference, path: String
  ) -> ValueDifference? {
    let shorter = min(expected.count, actual.count)
    let index = (0..<shorter).first { expected[$0] != actual[$0] } ?? shorter
    let path = "\(path)[\(index)]"
    // Where elements were put in or taken out, those of one place need not belong together.
    if expected.count == actual.count, index < shorter {
      return difference(expected[index], actual[index], as: type, path: path)
    }
    return leaf(
      index < expected.count ? expected[index] : nil, index < actual.count ? actual[index] : nil,
      as: type, path: path)
  }

  /// Identified arrays: by identity if that is a field named `id`, or else by place.
  func rows(
    _ expected: [RecordedValue], _ actual: [RecordedValue], as type: TypeReference, path: String
  ) -> ValueDifference? {
    let expectedIDs = expected.compactMap { schema.id(of: $0, as: type) }
    let actualIDs = actual.compactMap { schema.id(of: $0, as: type) }
    guard expectedIDs.count == expected.count, actualIDs.count == actual.count else {
      return elements(expected, actual, as: type, path: path)
    }
    for index in 0..<max(expected.count, actual.count) {
      guard index < expected.count else {
        return leaf(nil, actual[index], as: type, path: row(actualIDs[index], type, path))
      }
      guard index < actual.count else {
        return leaf(expected[index], nil, as: type, path: row(expectedIDs[index], type, path))
      }
      if expectedIDs[index] == actualIDs[index] {
        let path = row(expectedIDs[index], type, path)
        let found = difference(expected[index], actual[index], as: type, path: path)
        if let found { return found }
      } else if !actualIDs.contains(expectedIDs[index]) {
        return leaf(expected[index], nil, as: type, path: row(expectedIDs[index], type, path))
      } else if !expectedIDs.contains(actualIDs[index]) {
        return leaf(nil, actual[index], as: type, path: row(actualIDs[index], type, path))
      } else {
        return leaf(expected[index], actual[index], as: type, path: "\(path)[\(index)]")
      }
    }
    return nil
  }

  /// Sets: by element.
  func members(
    _ expected: [RecordedValue], _ actual: [RecordedValue], as type: TypeReference, path: String
  ) -> ValueDifference? {
    let expectedSet = Set(expected)
    let actualSet = Set(actual)
    if let gone = expected.first(where: { !actualSet.contains($0) }) {
      return leaf(gone, nil, as: type, path: "\(path)[\(text(ofKey: gone, as: type))]")
    }
    return actual.first { !expectedSet.contains($0) }.map { new in
      leaf(nil, new, as: type, path: "\(path)[\(text(ofKey: new, as: type))]")
    }
  }

  /// Dictionaries: by key, where what is not there is `nil`.
  func pairs(
    _ expected: [RecordedPair], _ actual: [RecordedPair], key: TypeReference,
    value: TypeReference, path: String
  ) -> ValueDifference? {
    let actualPlaces = places(of: actual)
    for pair in expected {
      let path = "\(path)[\(text(ofKey: pair.key, as: key))]"
      guard let place = actualPlaces[pair.key] else {
        return leaf(pair.value, nil, as: value, path: path, absent: "nil")
      }
      let found = difference(pair.value, actual[place].value, as: value, path: path)
      if let found { return found }
    }
    let expectedPlaces = places(of: expected)
    return actual.first { expectedPlaces[$0.key] == nil }.map { pair in
      let path = "\(path)[\(text(ofKey: pair.key, as: key))]"
      return leaf(nil, pair.value, as: value, path: path, absent: "nil")
    }
  }

  private func places(of pairs: [RecordedPair]) -> [RecordedValue: Int] {
    Dictionary(
      pairs.enumerated().map { ($0.element.key, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  private func row(_ id: RecordedValue, _ type: TypeReference, _ path: String) -> String {
    let idType = schema.idType(of: type) ?? .uuid
    return "\(path)[id: \(text(ofKey: id, as: idType))]"
  }

  /// A key in a path; a UUID goes without its quotes.
  private func text(ofKey key: RecordedValue, as type: TypeReference) -> String {
    if case .uuid(let uuid) = key { return uuid.uuidString }
    return ValueText(schema: schema).text(of: key, as: type)
  }
}
