import Foundation
import RecordCoding
import RecordedValues
import SessionModel

/// A comparison of the encoded arguments of calls.
///
/// JSON in data or text is compared without the order of its keys: a `JSONEncoder` that does not
/// sort them writes a different order in each process.
struct ArgumentComparison {
  let header: SessionHeader

  /// Whether two calls of an endpoint have the same arguments.
  func areEqual(_ one: [UInt8], _ other: [UInt8], ofCallOf index: Int) -> Bool {
    if one == other { return true }
    // Most different arguments differ in length: a different order of keys keeps the length.
    guard one.count == other.count, one.contains(UInt8(ascii: "{")),
      let endpoint = header.endpoint(at: index),
      let values = arguments(one, of: endpoint), let others = arguments(other, of: endpoint)
    else { return false }
    return values == others
  }

  private func arguments(
    _ bytes: [UInt8], of endpoint: SessionHeader.Endpoint
  ) -> [RecordedValue]? {
    var decoder = RecordDecoder(bytes)
    return try? endpoint.arguments.map { type in
      Self.sorted(try decoder.decodeValue(of: type, in: header.schema))
    }
  }

  private static func sorted(_ value: RecordedValue) -> RecordedValue {
    switch value {
    case .data(let bytes): sortedJSON(bytes).map { .data($0) } ?? value
    case .string(let text):
      sortedJSON([UInt8](text.utf8)).map { .string(String(decoding: $0, as: UTF8.self)) } ?? value
    default: value.mapParts(sorted)
    }
  }

  /// Returns JSON with sorted keys. Returns `nil` for anything else.
  private static func sortedJSON(_ bytes: [UInt8]) -> [UInt8]? {
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
    else { return nil }
    var text = SortedJSON(rest: bytes[...])
    return text.takeSorted()
  }
}
